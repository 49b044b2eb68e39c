"""Where the results of studies are kept: a folder of Zarr, a file of netCDF, or memory."""
