/**
 * tap follows each promise and each callback to the test that began it, so that it can tell to which one
 * an error belongs that nobody catches. That takes a sixth of the time of all tests. Where this file is imported
 * before tap, such an error ends the program, whose last line names the test that was under way.
 */

import hooks, { type AsyncHook } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const NONE: AsyncHook = { enable: () => NONE, disable: () => NONE }

hooks.createHook = () => NONE
syncBuiltinESMExports()
