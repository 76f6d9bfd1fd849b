export { acceptAnyCredential } from './accept-any-credential.js'
export { type MockOptions, mock } from './mock.js'
