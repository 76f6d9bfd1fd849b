export { type DocsOptions, docs } from './docs.js'
