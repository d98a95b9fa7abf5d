"""SPI Football (SPI, 1980)."""
