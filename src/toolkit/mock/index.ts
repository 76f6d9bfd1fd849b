export { acceptAnyCredential } from './accept-any-credential.js'
export { type MockOptions, mock, mockErrors } from './mock.js'
