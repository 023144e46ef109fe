import type { EffectActions } from '../../effects/effects.ts'
import { hashEffect, readEffect } from './read-file.ts'
import { makeEffect } from './make-file.ts'
import { parseEffect } from './parse-file.ts'
import { createParser } from './parsing/parse-in-thread.ts'
import type { FileDeps } from './step-file.ts'
import { unzipEffect } from './unzip-file.ts'
import { writeEffect } from './write-file.ts'
import { zipEffect } from './zip-files.ts'

/** Actions that read and make files. */
export function fileEffects(deps: FileDeps): EffectActions {
  return new Map([
    ['file.read', readEffect(deps)],
    ['file.write', writeEffect(deps)],
    ['file.make', makeEffect(deps)],
    ['file.parse', parseEffect(deps, createParser())],
    ['file.hash', hashEffect(deps)],
    ['file.zip', zipEffect(deps)],
    ['file.unzip', unzipEffect(deps)],
  ])
}
