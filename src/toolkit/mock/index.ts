export { anybody } from './anybody.js'
export { type MockOptions, mock } from './mock.js'
