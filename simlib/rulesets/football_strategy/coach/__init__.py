"""Who calls the plays: tables read and moved."""
