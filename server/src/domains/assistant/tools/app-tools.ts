import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { allow } from '../../../platform/rights.ts'
import { z } from 'zod'
import { appOf, readableFields } from './app-of.ts'
import { listSource } from './places.ts'
import type { AssistantTool } from './tool.ts'
import type { ToolDeps } from './tool-deps.ts'

const ListApps = z.strictObject({
  app: z
    .string()
    .max(100)
    .optional()
    .describe('Key, name or acronym of one app: then with all of its fields and their options'),
})
const MAX_APPS = 25
const MAX_OPTIONS = 60

/** Tools over the definitions of apps. */
export function appTools(deps: Pick<ToolDeps, 'apps'>): readonly AssistantTool[] {
  const list: AssistantTool<typeof ListApps> = {
    name: 'list_apps',
    title: 'List apps',
    description:
      'Lists the record apps of this tenant, such as alerts and cases, with keys, acronyms and the keys of their fields. With `app` it gives that app alone with the label, type and options of each field. Use it before search_records, aggregate_records or a draft, to know which fields and options there are.',
    input: ListApps,
    step: 'Reading the apps',
    async run(asking, { app: wanted }) {
      allow(asking.actor, 'app:read')
      const one = wanted !== undefined
      const apps = one
        ? [await appOf(deps, asking, wanted)]
        : (await deps.apps.listApps(asking.scope, asking.actor)).slice(0, MAX_APPS)
      return {
        content: {
          apps: apps.map((app) => {
            const { key, name, acronym, description, titleField } = app
            const fields = readableFields(app, asking.actor)
            return {
              app: key,
              name,
              acronym,
              ...(description === undefined ? {} : { description }),
              titleField,
              fields: one ? fields.map(fieldContent) : fields.map((field) => `${field.key} (${field.type})`),
            }
          }),
          everyRecordHas: ['tracking_id', 'created_at', 'updated_at', 'created_by', 'updated_by'],
        },
        sources: apps.map((app) => ({ ...listSource(asking, app), kind: 'app' as const })),
      }
    },
  }
  return [list]
}

function fieldContent(field: Field): JsonObject {
  const { key, label, type, required, help } = field
  const many = 'multiple' in field && field.multiple === true
  return {
    key,
    label,
    type,
    ...(required ? { required } : {}),
    ...(many ? { multiple: true } : {}),
    ...(help === undefined ? {} : { help }),
    ...('options' in field
      ? {
          options: field.options
            .slice(0, MAX_OPTIONS)
            .map(({ key: option, label: said }) => `${option}: ${said}`),
        }
      : {}),
  }
}
