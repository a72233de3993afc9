#!/bin/sh
printf 'Content-Type: text/plain\r\n\r\nuser=%s mail=%s\n' "$REMOTE_USER" "$HTTP_CAS_MAIL"
