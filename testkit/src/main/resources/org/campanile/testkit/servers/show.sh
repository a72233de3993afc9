#!/bin/sh
# Shows what the service was told.
echo "Content-Type: text/plain; charset=UTF-8"
echo "Cache-Control: no-store"
echo
env | sort
