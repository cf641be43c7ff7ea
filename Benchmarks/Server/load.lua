-- What wrk sends to one of the servers, and what it counts.
--
--   wrk … URL -- SERVER TASK PLACES SEED TURN
--
-- SERVER is cloudkit or kinto; TASK is single, batch or changes. PLACES is a file with one place a line, a zone or a
-- collection: path, authorization and token, divided by tabs. Requests go to the places in turn. Each thread counts its
-- records, so that no name comes twice, and all that looks random comes from SEED.

local BATCH = 25
local threads = {}

function setup(thread)
    thread:set("number", #threads)
    table.insert(threads, thread)
end

-- One record --------------------------------------------------------------------------------------------------------

local words = { "harbour", "paper", "lantern", "river", "copper", "window", "garden", "signal", "thread", "meadow",
    "orchard", "bridge", "kettle", "marble" }

local function text(count)
    local chosen = {}
    for i = 1, count do chosen[i] = words[math.random(#words)] end
    return table.concat(chosen, " ")
end

-- Names look like UUIDs, since that is what apps use; the turn, the thread and the count make them unique.
local function name()
    records = records + 1
    return string.format("%08x-%04x-4%03x-8%03x-%012x", math.random(0, 2147483647), turn, number, math.random(0, 4095), records)
end

local function cloudkit_operation()
    return string.format(
        '{"operationType":"create","record":{"recordName":"%s","recordType":"Idea","fields":{"title":{"value":"%s"},'
            .. '"details":{"value":"%s"},"isCompleted":{"value":%d},"createdAt":{"value":%d,"type":"TIMESTAMP"}}}}',
        name(), text(4), text(16), math.random(0, 1), 1700000000000 + records)
end

local function kinto_record()
    return string.format(
        '{"data":{"id":"%s","title":"%s","details":"%s","isCompleted":%d,"createdAt":%d}}',
        name(), text(4), text(16), math.random(0, 1), 1700000000000 + records)
end

local function repeated(count, make)
    local parts = {}
    for i = 1, count do parts[i] = make() end
    return table.concat(parts, ",")
end

-- Requests ----------------------------------------------------------------------------------------------------------

local function http(method, path, place, body)
    local authorization = place.authorization == "" and "" or "Authorization: " .. place.authorization .. "\r\n"
    return method .. " " .. path .. " HTTP/1.1\r\nHost: " .. wrk.headers["Host"] .. "\r\n" .. authorization
        .. (body and "Content-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body or "\r\n")
end

local function cloudkit_creates(count)
    return function(place)
        local body = '{"zoneID":{"zoneName":"bench"},"operations":[' .. repeated(count, cloudkit_operation) .. ']}'
        return http("POST", place.path, place, body)
    end
end

local make = {
    cloudkit = {
        single = cloudkit_creates(1),
        batch = cloudkit_creates(BATCH),
        changes = function(place)
            local body = '{"zones":[{"zoneID":{"zoneName":"bench"},"syncToken":"' .. place.token .. '"}]}'
            return http("POST", place.path, place, body)
        end,
    },
    kinto = {
        single = function(place) return http("POST", place.path, place, kinto_record()) end,
        batch = function(place)
            local parts = repeated(BATCH, function() return '{"body":' .. kinto_record() .. '}' end)
            local defaults = '{"method":"POST","path":"' .. place.path .. '"}'
            return http("POST", "/v1/batch", place, '{"defaults":' .. defaults .. ',"requests":[' .. parts .. ']}')
        end,
        changes = function(place) return http("GET", place.path .. "?_since=" .. place.token, place) end,
    },
}

-- Whether an answer says that all was done. ---------------------------------------------------------------------------

local function occurrences(body, what)
    local count, from = 0, 1
    while true do
        local _, last = string.find(body, what, from, true)
        if not last then return count end
        count, from = count + 1, last + 1
    end
end

local succeeded = {
    cloudkit = {
        single = function(status, body)
            return status == 200 and occurrences(body, '"recordChangeTag"') == 1
        end,
        batch = function(status, body)
            return status == 200 and occurrences(body, '"recordChangeTag"') == BATCH
        end,
        changes = function(status, body)
            return status == 200 and string.find(body, '"records":[]', 1, true) ~= nil
        end,
    },
    kinto = {
        single = function(status) return status == 201 end,
        batch = function(status, body)
            return status == 200 and occurrences(body, '"status":201') + occurrences(body, '"status": 201') == BATCH
        end,
        changes = function(status, body) return status == 200 and string.find(body, '"data"', 1, true) ~= nil end,
    },
}

function init(args)
    local server, task = args[1], args[2]
    turn = tonumber(args[5])
    -- LuaJIT's generator; the thread and the turn have their own part of its numbers.
    math.randomseed(tonumber(args[4]) * 1000003 + turn * 1009 + number)
    places, records, sent, good, bad, example = {}, 0, 0, 0, 0, ""
    for line in io.lines(args[3]) do
        local path, authorization, token = string.match(line, "([^\t]*)\t([^\t]*)\t([^\t]*)")
        table.insert(places, { path = path, authorization = authorization, token = token })
    end
    build, check = make[server][task], succeeded[server][task]
    if task == "changes" then
        for _, place in ipairs(places) do place.ready = build(place) end
        build = function(place) return place.ready end
    end
end

function request()
    sent = sent + 1
    return build(places[sent % #places + 1])
end

function response(status, headers, body)
    if check(status, body) then
        good = good + 1
    else
        bad, example = bad + 1, status .. " " .. string.sub(body, 1, 300)
    end
end

function done(summary, latency, requests)
    local good, bad, sent, example = 0, 0, 0, ""
    for _, thread in ipairs(threads) do
        good, bad, sent = good + thread:get("good"), bad + thread:get("bad"), sent + thread:get("sent")
        if thread:get("example") ~= "" then example = thread:get("example") end
    end
    local errors = summary.errors
    io.write(string.format(
        'RESULT\t%d\t%d\t%d\t%d\t%d\t%.1f\t%.1f\t%s\n',
        good, bad, sent, errors.connect + errors.read + errors.write + errors.timeout, summary.duration,
        latency:percentile(50), latency:percentile(99), (string.gsub(example, "%s", " "))))
end
