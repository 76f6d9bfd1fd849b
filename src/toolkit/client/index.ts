export { bodySerializer } from './body-serializer.js'
export { exactIntegers } from './exact-integers.js'
export { injectFetch } from './inject-fetch.js'
