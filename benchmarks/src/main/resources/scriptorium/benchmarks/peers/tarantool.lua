-- Writes parcels and transfers in Tarantool for `./scriptorium bench write`, driven by standard
-- input, a line of answer for each line:
--
--   measure FIBERS SECONDS insert               ok COMMITTED REFUSED NANOS...
--   measure FIBERS SECONDS transfer SEED KIND   the same; KIND is uniform or skewed
--   move FROM TO AMOUNT                         ok COMMITTED (1, or 0 where it is refused)
--   draw NUMBER SEED KIND                       ok FROM TO AMOUNT
--   clear                                       ok ACCOUNTS SUM LOWEST
--
-- COMMITTED and REFUSED are how many writes lay within the time, NANOS the latencies of the first
-- fiber. What fails is answered by `failed` and the reason. Ends with its input.
--
-- Rows are those of Parcel.java, transfers those of Transfers.java: change both.

local bit = require('bit')
local clock = require('clock')
local decimal = require('decimal')
local fiber = require('fiber')

local folder, accounts, opening = arg[1], tonumber(arg[2]), tonumber(arg[3])

box.cfg{
    work_dir = folder,
    log = 'tarantool.log',
    wal_mode = 'fsync',
    memtx_memory = 2 * 1024 * 1024 * 1024,
    checkpoint_interval = 0,
}

local parcel = box.schema.space.create('parcel', {format = {
    {'id', 'unsigned'}, {'sender', 'unsigned'}, {'receiver', 'unsigned'}, {'state', 'string'},
    {'grams', 'unsigned'}, {'price', 'decimal'}, {'express', 'boolean'}, {'note', 'string'},
    {'accepted', 'unsigned'}, {'revision', 'unsigned'},
}})
parcel:create_index('primary', {parts = {'id'}})
parcel:create_index('sender', {parts = {'sender'}, unique = false})

local account = box.schema.space.create('account', {format = {
    {'id', 'unsigned'}, {'balance', 'unsigned'},
}})
account:create_index('primary', {parts = {'id'}})
box.begin()
for id = 0, accounts - 1 do
    account:insert{id, opening}
end
box.commit()

local function insert(id)
    parcel:insert{
        id, id * 7919 % 10000, id * 104729 % 1000000, 'accepted', id % 30000,
        decimal.new(499 + id % 5000) / 100, id % 7 == 0,
        'leave it with the neighbours, no. ' .. id % 100, 1790000000 + id, 1,
    }
    return true
end

-- SplitMix64: the draw of this index, at least 0, below 1.
local function unit(seed, index)
    local z = seed + (index + 1ULL) * 0x9E3779B97F4A7C15ULL
    z = bit.bxor(z, bit.rshift(z, 30)) * 0xBF58476D1CE4E5B9ULL
    z = bit.bxor(z, bit.rshift(z, 27)) * 0x94D049BB133111EBULL
    return tonumber(bit.rshift(bit.bxor(z, bit.rshift(z, 31)), 11)) * 2 ^ -53
end

local function draw_account(u, skewed)
    if not skewed then
        return math.floor(u * accounts)
    end
    return (math.floor(math.exp(u * math.log(accounts + 1))) - 1) * 7919 % accounts
end

local function draw(number, seed, skewed)
    local from = draw_account(unit(seed, number * 3), skewed)
    local to = draw_account(unit(seed, number * 3 + 1), skewed)
    local amount = 1 + math.floor(unit(seed, number * 3 + 2) * 100)
    return from, to == from and (to + 1) % accounts or to, amount
end

-- No other fiber runs between begin and commit: only a commit yields.
local function transfer(from, to, amount)
    box.begin()
    local source, target = account:get(from)[2], account:get(to)[2]
    if source < amount then
        box.rollback()
        return false
    end
    account:update(from, {{'=', 2, source - amount}})
    account:update(to, {{'=', 2, target + amount}})
    box.commit()
    return true
end

local next_number = 0

-- So many fibers, each of which writes again when its commit has returned.
local function measure(fibers, seconds, write)
    local committed, refused, nanos, failure = 0, 0, {}, nil
    local stop = clock.monotonic() + seconds
    local function run(first)
        local before = clock.monotonic()
        while before < stop and failure == nil do
            local number = next_number
            next_number = number + 1
            local done = write(number)
            local after = clock.monotonic()
            if first then
                nanos[#nanos + 1] = string.format('%d', (after - before) * 1e9)
            end
            -- Of a write under way at the end, the part that lies before it.
            local share = after <= stop and 1 or (stop - before) / (after - before)
            committed = committed + (done and share or 0)
            refused = refused + (done and 0 or share)
            before = after
            -- A refused write does not yield by itself.
            if not done then
                fiber.yield()
            end
        end
    end
    local all = {}
    for i = 1, fibers do
        all[i] = fiber.new(function()
            local ok, reason = pcall(run, i == 1)
            failure = failure or (not ok and tostring(reason) or nil)
        end)
        all[i]:set_joinable(true)
    end
    for i = 1, fibers do
        all[i]:join()
    end
    if failure ~= nil then
        error(failure)
    end
    return string.format('%.3f %.3f %s', committed, refused, table.concat(nanos, ' '))
end

local function sums()
    local count, sum, lowest = 0, 0, opening
    for _, row in account:pairs() do
        count, sum, lowest = count + 1, sum + row[2], math.min(lowest, row[2])
    end
    return string.format('%d %d %d', count, sum, lowest)
end

-- All 64 bits of it: a Lua number has room for 53.
local function seed_of(word)
    return loadstring('return ' .. word:match('^%d+$') .. 'ULL')()
end

local answers = {}

function answers.measure(fibers, seconds, what, seed_word, kind)
    if what == 'insert' then
        return measure(tonumber(fibers), tonumber(seconds), insert)
    end
    local seed, skewed = seed_of(seed_word), kind == 'skewed'
    return measure(tonumber(fibers), tonumber(seconds), function(number)
        return transfer(draw(number, seed, skewed))
    end)
end

function answers.move(from, to, amount)
    return transfer(tonumber(from), tonumber(to), tonumber(amount)) and '1' or '0'
end

function answers.draw(number, seed_word, kind)
    return table.concat({draw(tonumber(number), seed_of(seed_word), kind == 'skewed')}, ' ')
end

function answers.clear()
    parcel:truncate()
    return sums()
end

local function say(line)
    io.write(line, '\n')
    io.flush()
end

say('ok')
for line in io.lines() do
    local words = line:split()
    local ok, answer = pcall(answers[words[1]], unpack(words, 2))
    say((ok and 'ok ' or 'failed ') .. tostring(answer):gsub('\n', ' '))
end
os.exit(0)
