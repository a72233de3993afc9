-- Asks Campanile's gate whether a request may pass, for Apache 2.4 with mod_lua; apache.conf says how it is installed.
-- Needs Debian's package lua-socket. To fill in: the nodes of Campanile, and every header that the gate may set.

local nodes = { { "10.0.0.11", 8080 }, { "10.0.0.12", 8080 } }
local user_headers = { "X-Remote-User", "X-Mail" }

local socket = require "socket"

-- The request headers that the gate receives.
local asked_with = { "Cookie", "Authorization", "Accept", "Accept-Language", "User-Agent", "Sec-Fetch-Mode",
    "X-Requested-With" }
-- Headers by which some applications serve another page, or another method, than the gate was asked about.
local misleading = { "X-Original-URL", "X-Rewrite-URL", "X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override" }
local LARGEST = 1048576

-- Kept by each of Apache's threads, which serves one request at a time.
local kept

local function read_body(connection, headers)
    if headers["transfer-encoding"] then
        local body = {}
        while true do
            local size = tonumber((assert(connection:receive("*l")):match("^%x+")), 16)
            assert(size <= LARGEST)
            if size == 0 then
                assert(connection:receive("*l"))
                return table.concat(body)
            end
            body[#body + 1] = assert(connection:receive(size))
            assert(connection:receive("*l"))
        end
    end
    local size = tonumber(headers["content-length"] or "0")
    assert(size <= LARGEST)
    return size > 0 and assert(connection:receive(size)) or ""
end

local function exchange(connection, request)
    assert(connection:send(request))
    local status = tonumber(assert(connection:receive("*l")):match("^HTTP/1%.1 (%d%d%d)"))
    assert(status)
    local headers = {}
    while true do
        local line = assert(connection:receive("*l"))
        if line == "" then
            break
        end
        local name, value = line:match("^([^:]+):%s*(.-)%s*$")
        headers[name:lower()] = value
    end
    local body = status == 204 and "" or read_body(connection, headers)
    return { status = status, headers = headers, body = body }
end

-- The answer of a kept connection, or of the first node that gives one that is not 502.
local function ask(request)
    if kept then
        local connection = kept
        kept = nil
        local fine, answer = pcall(exchange, connection, request)
        if fine and answer.status ~= 502 then
            kept = connection
            return answer
        end
        connection:close()
    end
    local begin = math.random(#nodes)
    for i = 0, #nodes - 1 do
        local node = nodes[(begin + i - 1) % #nodes + 1]
        local connection = socket.tcp()
        connection:settimeout(1)
        if connection:connect(node[1], node[2]) then
            connection:settimeout(5)
            local fine, answer = pcall(exchange, connection, request)
            if fine and answer.status ~= 502 then
                if answer.headers["connection"] ~= "close" then
                    kept = connection
                else
                    connection:close()
                end
                return answer
            end
        end
        connection:close()
    end
    return nil
end

function check(r)
    -- Apache removes the headers whose names a client writes into Connection, also those of the gate: only these stay.
    local options = {}
    for option in (r.headers_in["Connection"] or ""):lower():gmatch("[^%s,]+") do
        if option == "close" or option == "keep-alive" or option == "upgrade" then
            options[#options + 1] = option
        end
    end
    r.headers_in["Connection"] = #options > 0 and table.concat(options, ", ") or nil
    -- Passed on to the gate itself.
    if r.uri == "/.campanile/gate" then
        return apache2.DECLINED
    end
    local origin = r.subprocess_env["gate_origin"]
    if not origin or not r.unparsed_uri:match("^/") then
        return 403
    end
    local lines = { "GET /idp/gate/check HTTP/1.1", "Host: " .. nodes[1][1], "X-Original-URL: " .. origin .. r.unparsed_uri,
        "X-Original-Method: " .. r.method, "X-Forwarded-For: " .. r.useragent_ip, "X-Campanile-Elsewhere: 502" }
    for _, name in ipairs(asked_with) do
        local value = r.headers_in[name]
        if value then
            lines[#lines + 1] = name .. ": " .. value
        end
    end
    local answer = ask(table.concat(lines, "\r\n") .. "\r\n\r\n")
    if not answer then
        r:err("Campanile's gate does not answer")
        return 503
    end
    if answer.headers["set-cookie"] then
        r.err_headers_out["Set-Cookie"] = answer.headers["set-cookie"]
    end
    if answer.status == 204 then
        -- No name with other characters than letters, digits and hyphens: PHP, WSGI and CGI may read it as the gate's.
        for name in pairs(r:headers_in_table()) do
            if name:find("[^%w-]") then
                r.headers_in[name] = nil
            end
        end
        -- All of them, so that none comes from a client.
        for _, name in ipairs(user_headers) do
            local value = answer.headers[name:lower()]
            r.headers_in[name] = value ~= "" and value or nil
        end
        -- The cookies of the gate are not for the application.
        local cookies = {}
        for cookie in (r.headers_in["Cookie"] or ""):gmatch("[^;]+") do
            cookie = cookie:match("^%s*(.*)$")
            local name = cookie:gsub("^__%u%l+%-", "")
            if not name:match("^campanile%-gate%-") and not name:match("^campanile%-begun%-") then
                cookies[#cookies + 1] = cookie
            end
        end
        r.headers_in["Cookie"] = #cookies > 0 and table.concat(cookies, "; ") or nil
        for _, name in ipairs(misleading) do
            r.headers_in[name] = nil
        end
        return apache2.DECLINED
    end
    if answer.status == 401 then
        local login = answer.headers["x-gate-login"]
        if login then
            r.err_headers_out["Location"] = login
            return 302
        end
        if answer.headers["www-authenticate"] then
            r.err_headers_out["WWW-Authenticate"] = answer.headers["www-authenticate"]
        end
        return 401
    end
    if answer.status == 403 then
        r.status = 403
        r.content_type = answer.headers["content-type"] or "text/plain"
        r.headers_out["Cache-Control"] = "no-store"
        r.headers_out["Content-Security-Policy"] = answer.headers["content-security-policy"]
        r:write(answer.body)
        return apache2.DONE
    end
    return 503
end
