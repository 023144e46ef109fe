import * as routes from '@caseloom/contract/automation/triggers'
import { createThrottle } from '../../../platform/http/throttle.ts'
import type { Http } from '../../../platform/http/types.ts'
import type { SystemScope } from '../../../platform/database/types.ts'
import { type ButtonDeps, listButtons, listRecordButtons, pressButton } from './buttons.ts'
import { pressOnMany, type StartAction } from './press-on-many.ts'
import { answerForm, answerOpenForm, type FormDeps, readForm, readOpenForm } from './forms.ts'
import type { HookSecrets } from '../hooks/hook-secrets.ts'
import { rotateTriggerSecret } from '../hooks/trigger-secret.ts'
import { listTriggers, type OverviewDeps, previewSchedule, switchTrigger } from './trigger-overview.ts'
import { type TryDeps, tryTrigger } from './try-trigger.ts'

/** Sendings of an open form by one network address: a whole office may stand behind one. */
const FORM_LIMIT = { name: 'form-ip', points: 30, seconds: 600 }

export type TriggerRouteDeps = OverviewDeps &
  ButtonDeps &
  Omit<FormDeps, 'formThrottle'> &
  TryDeps & { secrets: HookSecrets; system: SystemScope; startAction?: StartAction | undefined }

/** Serves triggers, the buttons on records and the pages of forms. */
export function bindTriggerRoutes(http: Http, parts: TriggerRouteDeps): void {
  const deps = { ...parts, formThrottle: createThrottle(parts.system, FORM_LIMIT) }
  http.bindTenant(routes.listTriggers, async ({ scope, actor, params }) => ({
    items: await listTriggers(deps, scope, actor, params.playbookId),
  }))
  http.bindTenant(routes.switchTrigger, ({ scope, actor, params, body, request }) =>
    switchTrigger(deps, scope, actor, { ...params, ...body, ip: request.ip }),
  )
  http.bindTenant(routes.rotateTriggerSecret, ({ scope, actor, params, body, request }) =>
    rotateTriggerSecret(deps, scope, actor, { ...params, ...body, ip: request.ip }),
  )
  http.bindTenant(routes.tryTrigger, ({ scope, actor, params, body, request }) =>
    tryTrigger(deps, scope, actor, { ...params, ...body, ip: request.ip }),
  )
  http.bindTenant(routes.schedulePreview, async ({ body }) => previewSchedule(body, new Date()))
  http.bindTenant(routes.listButtons, async ({ scope, actor, params }) => ({
    items: await listButtons(deps, scope, actor, params.appId),
  }))
  http.bindTenant(routes.pressButton, ({ scope, actor, params, body, request }) =>
    pressButton(deps, scope, actor, { triggerId: params.buttonId, ...body, ip: request.ip }),
  )
  http.bindTenant(routes.listRecordButtons, async ({ scope, actor, params }) => ({
    items: await listRecordButtons(deps, scope, actor, params),
  }))
  http.bindTenant(routes.pressButtonOnMany, ({ scope, actor, params, body, request }) =>
    pressOnMany(deps, scope, actor, {
      ...body,
      triggerId: params.buttonId,
      ip: request.ip,
      zone: request.timeZone,
    }),
  )
  http.bindTenant(routes.getForm, ({ scope, actor, params }) => readForm(deps, scope, actor, params.formId))
  http.bindTenant(routes.answerForm, ({ scope, actor, params, body }) =>
    answerForm(deps, scope, actor, { triggerId: params.formId, ...body }),
  )
  http.bindTenant(routes.getOpenForm, ({ scope, params }) => readOpenForm(deps, scope, params.formKey))
  http.bindTenant(routes.answerOpenForm, ({ scope, params, body, request }) =>
    answerOpenForm(deps, scope, { formKey: params.formKey, inputs: body.inputs, ip: request.ip }),
  )
}
