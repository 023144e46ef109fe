import type { AppletCreate, AppletUpdate } from '@caseloom/contract/apps/applets'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { FieldInput } from '@caseloom/contract/field-types/fields'
import { isTooLong, prefixedKey } from '@caseloom/workflow/applets/names'
import { definitionIssues } from './app-definition.rules.ts'
import type { ConditionCheck } from './condition-definition.rules.ts'

/** Takes the place of the title of the app that an applet is linked into. No key of a field looks like it. */
const TITLE = '-title'
/** Settings of fields that may read fields of the app. */
const READING = new Set(['start', 'pause', 'stop', 'stamp', 'requiredWhen'])

/** Every fault of an applet that its schema alone can’t see. Fields of the apps that link it are not known here. */
export function appletIssues(
  key: string,
  applet: AppletCreate | AppletUpdate,
  check: ConditionCheck,
): Issue[] {
  const { name, icon, section, workflow, fields } = applet
  const title = { ...FieldInput.parse({ key: 'title', label: 'Title', type: 'text' }), key: TITLE }
  const shape = {
    name,
    icon,
    titleField: TITLE,
    listColumns: [],
    layout: [section],
    ...(workflow === undefined ? {} : { workflow }),
  }
  const found = definitionIssues(shape, [...fields, title], check).flatMap(placed)
  return [...found, ...blockIssues(applet), ...ownIssues(key, applet)]
}

/** Maps an issue of the whole app to the applet; what only an app can decide is left to the apps that link it. */
function placed(issue: Issue): Issue[] {
  const [body = 'body', root, at, ...rest] = issue.path
  if (root === 'layout' && at === 0) return [{ ...issue, path: [body, 'section', ...rest] }]
  const reads = root === 'workflow' || (root === 'fields' && READING.has(String(rest[0])))
  return reads && issue.code === 'unknown_field' ? [] : [issue]
}

/** Images and dashboards belong to an app and a tenant, and an applet is linked into several. */
function blockIssues({ section }: AppletCreate | AppletUpdate): Issue[] {
  return (section.blocks ?? []).flatMap(({ kind }, at): Issue[] =>
    kind === 'image' || kind === 'widget'
      ? [
          {
            path: ['body', 'section', 'blocks', at, 'kind'],
            code: 'not_allowed',
            message: 'An applet can’t contain images or widgets',
          },
        ]
      : [],
  )
}

function ownIssues(prefix: string, { fields, allows }: AppletCreate | AppletUpdate): Issue[] {
  const keys = new Set(fields.map(({ key }) => key))
  const long = fields.flatMap(({ key }, at): Issue[] =>
    isTooLong(prefix, key)
      ? [
          {
            path: ['body', 'fields', at, 'key'],
            code: 'too_long',
            message: `In apps the key would be "${prefixedKey(prefix, key)}", which is longer than 32 characters`,
          },
        ]
      : [],
  )
  const marked = fields.flatMap(({ applet }, at): Issue[] =>
    applet === undefined
      ? []
      : [
          {
            path: ['body', 'fields', at, 'applet'],
            code: 'not_allowed',
            message: 'An applet can’t contain another applet',
          },
        ],
  )
  const unknown = Object.keys(allows).flatMap((key): Issue[] =>
    keys.has(key)
      ? []
      : [{ path: ['body', 'allows', key], code: 'unknown_field', message: `Unknown field "${key}"` }],
  )
  return [...long, ...marked, ...unknown]
}
