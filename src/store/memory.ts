export { memory } from './store.js'
