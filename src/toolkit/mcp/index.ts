export { type McpOptions, mcp } from './mcp.js'
