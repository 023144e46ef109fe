import { httpRequest } from '@caseloom/connectors/http/http-connector'
import { notifyWebhook } from '@caseloom/connectors/http/notify-webhook'
import type { RecordStepsDoor } from '../../records/record-steps.door.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { type ConnectorEffectsDeps, connectorEffects } from '../connector-effects.ts'
import type { EffectActions } from '../effects.ts'
import { type NotifyDeps, notifyEffect } from './notify-users.ts'
import { recordEffects } from './record-effects.ts'
import { recordStepEffects } from './record-steps.ts'
import { scriptEffect } from './run-script.ts'
import { createScriptThreads } from './script/script-threads.ts'
import { mailEffect } from './send-mail.ts'

export interface BuiltInDeps extends Omit<ConnectorEffectsDeps, 'connectors'>, NotifyDeps {
  records: RecordsDoor
  steps: RecordStepsDoor
}

/** The effects of the language's own actions, by name; `close` ends their threads. */
export function builtInEffects(deps: BuiltInDeps): { actions: EffectActions; close(): Promise<void> } {
  const threads = createScriptThreads()
  return {
    actions: new Map([
      ...recordEffects(deps),
      ...recordStepEffects(deps),
      ...connectorEffects({ ...deps, connectors: [httpRequest, notifyWebhook] }),
      ['code.script', scriptEffect(threads)],
      ['mail.send', mailEffect(deps)],
      ['notify.users', notifyEffect(deps)],
    ]),
    close: () => threads.close(),
  }
}
