// Actions of the playbook language that have an effect.
import type { RecordStepsDoor } from '../../records/record-steps.door.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import type { AssetCredentials } from '../assets/credentials.ts'
import { type ConnectorEffectsDeps, connectorEffects } from './connector-effects.ts'
import type { EffectActions } from '../effects/effects.ts'
import type { FileDeps } from './files/step-file.ts'
import { fileEffects } from './files/file-effects.ts'
import { type NotifyDeps, notifyEffect } from './notify-users.ts'
import { tryMail } from './own-mail.ts'
import { type FindPersonDeps, findPersonEffect } from './find-person.ts'
import { recordEffects } from './record-effects.ts'
import { recordStepEffects } from './record-steps.ts'
import { scriptEffect } from './run-script.ts'
import { createScriptThreads } from './script/script-threads.ts'
import { type MailDeps, mailEffect } from './send-mail.ts'

export interface BuiltInDeps extends ConnectorEffectsDeps, NotifyDeps, FindPersonDeps {
  files: MailDeps['files'] & FileDeps['files']
  records: RecordsDoor
  steps: RecordStepsDoor
}

export interface BuiltIns {
  actions: EffectActions
  /** Logs in to the mail server of an asset; throws with the reason. */
  tryMail(tenantId: string, credentials: AssetCredentials): Promise<void>
  /** Ends the threads of scripts. */
  close(): Promise<void>
}

/** The effects of the language's own actions, by name. */
export function builtInEffects(deps: BuiltInDeps): BuiltIns {
  const threads = createScriptThreads()
  return {
    actions: new Map([
      ...recordEffects(deps),
      ...recordStepEffects(deps),
      ...connectorEffects(deps),
      ['code.script', scriptEffect(threads)],
      ...fileEffects(deps),
      ['mail.send', mailEffect(deps)],
      ['notify.users', notifyEffect(deps)],
      ['people.find', findPersonEffect(deps)],
    ]),
    tryMail: (tenantId, credentials) => tryMail(deps, tenantId, credentials),
    close: () => threads.close(),
  }
}
