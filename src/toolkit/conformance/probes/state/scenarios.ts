import type { Scenario } from '../../resources/scenario.js'
import { actionIsKept, stateIsHeeded } from './actions.js'
import { identitiesAreExact } from './alike.js'
import { onceIsApart, sequenceIsApart } from './apart.js'
import { allAreMade } from './bulk.js'
import { changesRace, onlyNewIsMade, staleChangeIsRefused } from './conditions.js'
import { createdIsAtLocation, createdIsListed, createdIsRead } from './created.js'
import { keyMakesOneThing } from './idempotency-keys.js'
import { identityIsUnique, retryMakesNoSecond } from './identity.js'
import { moreIsIncluded } from './included.js'
import { jsonPatchIsApplied } from './json-patched.js'
import { keysAreExact } from './keys-apart.js'
import { ageOrders } from './lists/ages.js'
import { filtersSelect } from './lists/filters.js'
import { limitIsRespected, totalIsTrue } from './lists/limits.js'
import { pagesAreTheList } from './lists/paging.js'
import { searchesSelect } from './lists/searches.js'
import { sortingSorts } from './lists/sorting.js'
import { listsAreOfOwners } from './owners.js'
import { partsAreApart } from './parts-apart.js'
import { partsAreCounted, partsOutlastReplacement } from './parts-kept.js'
import { patchIsPartial } from './patched.js'
import { creationsRace } from './race.js'
import { readIsReached } from './reached.js'
import { readingIsSafe, readOnlyIsKept } from './read-only.js'
import { refusedChangesNothing, refusedCreatesNothing, strangersChangeNothing } from './refused.js'
import { partsAreGone, removedIsGone } from './removed.js'
import { replacementIsKept, replacementIsWhole } from './replaced.js'
import { bodiesAreTaken } from './taken-bodies.js'
import { textsAreListed, valuesSurvive } from './texts.js'
import { unknownIsRefused } from './unknown.js'
import { uploadIsDownloaded } from './uploads.js'
import { changeIsDated, versionTellsChanges } from './version-members.js'
import { currentIsNotSent, etagTellsVersions } from './versions.js'

/** All scenarios, the most telling first; those of lists come while lists are short. */
export const SCENARIOS: readonly Scenario[] = [
  bodiesAreTaken,
  createdIsRead,
  createdIsAtLocation,
  uploadIsDownloaded,
  createdIsListed,
  textsAreListed,
  allAreMade,
  unknownIsRefused,
  readIsReached,
  removedIsGone,
  replacementIsKept,
  replacementIsWhole,
  patchIsPartial,
  jsonPatchIsApplied,
  actionIsKept,
  stateIsHeeded,
  identityIsUnique,
  retryMakesNoSecond,
  keyMakesOneThing,
  currentIsNotSent,
  etagTellsVersions,
  versionTellsChanges,
  changeIsDated,
  staleChangeIsRefused,
  onlyNewIsMade,
  limitIsRespected,
  pagesAreTheList,
  totalIsTrue,
  filtersSelect,
  moreIsIncluded,
  sortingSorts,
  ageOrders,
  searchesSelect,
  refusedChangesNothing,
  strangersChangeNothing,
  refusedCreatesNothing,
  partsAreGone,
  partsAreApart,
  partsOutlastReplacement,
  partsAreCounted,
  readOnlyIsKept,
  readingIsSafe,
  listsAreOfOwners,
  creationsRace,
  changesRace,
  identitiesAreExact,
  keysAreExact,
  sequenceIsApart,
  onceIsApart,
  valuesSurvive,
]
