-- Opens a Tarantool with the rows of NamedRows.java (change both) for `./scriptorium bench restart`:
-- from its snapshot, or, where there is none, fills them in and writes it. Says `ok ROWS` when the
-- rows can be read, or `failed` and the reason, and ends with its input.

local folder, rows = arg[1], tonumber(arg[2])

box.cfg{
    work_dir = folder,
    log = 'tarantool.log',
    memtx_memory = 2 * 1024 * 1024 * 1024,
    checkpoint_interval = 0,
    checkpoint_count = 1,
}

local function fill()
    local thing = box.schema.space.create('thing', {format = {
        {'id', 'unsigned'}, {'name', 'string'}, {'amount', 'unsigned'},
    }})
    thing:create_index('primary', {parts = {'id'}})
    thing:create_index('name', {parts = {'name'}})
    thing:create_index('amount', {parts = {'amount'}, unique = false})
    for first = 0, rows - 1, 10000 do
        box.begin()
        for id = first, math.min(rows, first + 10000) - 1 do
            local scattered = id * 2654435761
            thing:insert{id, string.format('thing-%08x', scattered % 4294967296), scattered % 100000}
        end
        box.commit()
    end
    box.snapshot()
end

local ok, reason = true, nil
if box.space.thing == nil then
    ok, reason = pcall(fill)
end
local answer = ok and 'ok ' .. tostring(tonumber(box.space.thing:len()))
    or 'failed ' .. tostring(reason):gsub('\n', ' ')
io.write(answer, '\n')
io.flush()
io.read('*a')
os.exit(0)
