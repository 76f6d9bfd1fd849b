/**
 * The extended checks: what `npm test` leaves out because it needs Java, Go, a network or files from
 * outside. Each is skipped visibly, with the reason, where it cannot run.
 *
 * They run in one process, without the runner of tap: that puts its hooks into every Node that a
 * test starts, the compiler and other versions of Node included.
 */

import t from 'tap'
import './bench.check.js'
import './corpus.check.js'
import './document.check.js'
import './documents.check.js'
import './files.check.js'
import './client.check.js'
import './connections.check.js'
import './descriptors.check.js'
import './go.check.js'
import './growth.check.js'
import './heap.check.js'
import './hostile-input.check.js'
import './hosts.check.js'
import './init.check.js'
import './injection.check.js'
import './javascript.check.js'
import './mutants.check.js'
import './native.check.js'
import './node.check.js'
import './packages.check.js'
import './patterns.check.js'
import './pipelining.check.js'
import './requests.check.js'
import './schema-suite.check.js'
import './schemathesis.check.js'
import './served.check.js'
import './sockets.check.js'
import './syncs.check.js'
import './tutorial.check.js'
import './stop.check.js'
import './validators.check.js'

t.setTimeout(7_200_000)
