-- Plays a session with the client of Neovim: `TOOLC=… SESSION=… nvim --clean --headless -c 'luafile play.lua'`. Neovim works out the
-- changes by itself, and keeps the findings as it shows them.

local session = vim.json.decode(table.concat(vim.fn.readfile(vim.env.SESSION), "\n"))
local versions = {}
local publish = vim.lsp.handlers["textDocument/publishDiagnostics"]

local function fail(words)
  io.stdout:write(words .. "\n")
  vim.cmd("cquit 1")
end

local client = vim.lsp.start_client({
  name = "toolc",
  cmd = { vim.env.TOOLC, "lsp" },
  root_dir = session.root,
  handlers = {
    ["textDocument/publishDiagnostics"] = function(fault, result, context, config)
      publish(fault, result, context, config)
      versions[result.uri] = result.version
    end,
  },
})

local ready = vim.wait(10000, function()
  local started = client and vim.lsp.get_client_by_id(client)
  return started and started.initialized
end, 5)
if not ready then fail("the server does not start") end

local function open(path, text)
  vim.cmd("edit " .. vim.fn.fnameescape(path))
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].swapfile = false
  vim.bo[buffer].eol = text:sub(-1) == "\n"
  vim.lsp.buf_attach_client(buffer, client)
  return buffer
end

-- What is shown in a project: file, lines, severity, code and message.
local function shown(project)
  local start, list = session.root .. "/" .. project .. "/", {}
  for _, found in ipairs(vim.diagnostic.get(nil)) do
    local name = vim.api.nvim_buf_get_name(found.bufnr)
    if vim.startswith(name, start) then
      local code = found.code or found.user_data.lsp.code
      local lines = { found.lnum, found.end_lnum or found.lnum, found.severity }
      table.insert(list, name:sub(#start + 1) .. " " .. table.concat(lines, " ") .. " " .. code .. " " .. found.message)
    end
  end
  table.sort(list)
  return list
end

local function expected(findings)
  local list = {}
  for _, found in ipairs(findings) do
    local lines = { found.range.start.line, found.range["end"].line, found.severity }
    table.insert(list, found.file .. " " .. table.concat(lines, " ") .. " " .. found.code .. " " .. found.message)
  end
  table.sort(list)
  return list
end

local buffers, wrong, answered = {}, 0, 0
for number, step in ipairs(session.steps) do
  local path = session.root .. "/" .. step.project .. "/" .. step.file
  local text = step.full
  local buffer = buffers[path] or open(path, text)
  buffers[path] = buffer
  if not vim.wait(10000, function() return vim.lsp.buf_is_attached(buffer, client) end, 5) then fail("Neovim does not attach") end
  local lines = vim.split(text, "\n", { plain = true })
  if text:sub(-1) == "\n" then table.remove(lines) end
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  local uri = vim.uri_from_bufnr(buffer)
  local function is_heard() return versions[uri] == vim.lsp.util.buf_versions[buffer] end
  if not vim.wait(60000, is_heard, 5) then
    local version = tostring(vim.lsp.util.buf_versions[buffer])
    fail("edit " .. number .. " of " .. uri .. ": version " .. version .. " is not published, but " .. tostring(versions[uri]))
  end
  local place = { textDocument = { uri = uri }, position = step.at }
  local answers = vim.lsp.buf_request_sync(buffer, "textDocument/hover", place, 60000)
  if answers and answers[client] and not answers[client].err then answered = answered + 1 end
  local found, wanted = shown(step.project), expected(step.findings)
  if not vim.deep_equal(found, wanted) then
    wrong = wrong + 1
    io.stdout:write("edit " .. number .. " of " .. uri .. ":\n" .. vim.inspect(found) .. "\nbut `toolc check` says\n" .. vim.inspect(wanted) .. "\n")
  end
end
local one = vim.lsp.get_client_by_id(client)
one.stop()
local ended = vim.wait(10000, function() return vim.lsp.get_client_by_id(client) == nil end, 5)
local version = vim.version()
io.stdout:write(string.format("Neovim %d.%d.%d: %d edits, %d answers, %d differ\n", version.major, version.minor, version.patch, #session.steps, answered, wrong))
if wrong > 0 or not ended or answered < #session.steps then vim.cmd("cquit 1") end
vim.cmd("qall!")
