//! Built-in toolsets: what runs their tools.

use toolc_base::toolsets::Toolset;
use toolc_runtime::engines::Engine;
use toolc_runtime::v1 as rt;

/// The engine that runs a tool of a built-in toolset.
pub(super) fn find_engine(toolset: &Toolset, tool: &str) -> Option<Engine> {
    match toolset.row {
        "command" => Some(Engine::Command),
        "page" => Some(Engine::Pages),
        _ => Some(Engine::Files(match tool {
            "read_file" => rt::Runner::ReadFile,
            "write_file" => rt::Runner::WriteFile,
            "list_files" => rt::Runner::ListFiles,
            "delete_file" => rt::Runner::DeleteFile,
            "file_exists" => rt::Runner::FileExists,
            "file_info" => rt::Runner::FileInfo,
            "edit_file" => rt::Runner::EditFile,
            _ => return None,
        })),
    }
}
