"""The rules as played: arrays, state, resolvers, plays."""
