"""Who calls the plays: tables read, fitted, moved."""
