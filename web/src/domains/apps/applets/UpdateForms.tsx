import type { AppletUpdateView, AppletView } from '@caseloom/contract/apps/applets'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { itemsOfSection } from '@caseloom/contract/apps/layout'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { printYaml } from '@caseloom/playbook/yaml'
import { type Expansion, expandApplet } from '@caseloom/workflow/applets/expand'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { paletteEntryOf } from '../../../field-types/registry.ts'
import classes from '../builder/Builder.module.css'
import { appletRevisionQuery } from '../model/applets.queries.ts'
import own from './UpdateForms.module.css'

interface UpdateFormsProps {
  applet: AppletView
  update: AppletUpdateView
}

/** What the link brings now, and what it brings with the new version; null until the present version is loaded. */
function useBoth({ applet, update }: UpdateFormsProps): { before: Expansion; after: Expansion } | null {
  const { tenantId } = useTenantScope()
  const { link } = update
  const present = useQuery(appletRevisionQuery(tenantId, applet.id, link.revision)).data
  if (present === undefined) return null
  return { before: expandApplet(present, link), after: expandApplet(applet, link) }
}

function useTitles({ applet, update }: UpdateFormsProps): [string, string] {
  const { t } = useTranslation('applets')
  return [
    t('update.version', { revision: update.link.revision }),
    t('update.version', { revision: applet.revision }),
  ]
}

/** The section of the form in both versions, side by side. */
export function FormBeforeAfter(props: UpdateFormsProps) {
  const both = useBoth(props)
  const [before, after] = useTitles(props)
  if (both === null) return <Skeleton height={200} radius="sm" m={16} />
  return (
    <div className={own.pair}>
      <Form title={before} shown={both.before} other={both.after} mark="removed" />
      <Form title={after} shown={both.after} other={both.before} mark="added" />
    </div>
  )
}

interface FormProps {
  title: string
  shown: Expansion
  other: Expansion
  /** What a field is that the other version lacks. */
  mark: 'removed' | 'added'
}

function Form({ title, shown, other, mark }: FormProps) {
  const { t } = useTranslation('applets')
  const { section, fields } = shown
  return (
    <section className={own.form} aria-label={title}>
      <p className={classes.quiet}>{title}</p>
      <h3 className={own.title}>{section.title}</h3>
      <ul className={own.fields} data-columns={section.columns}>
        {itemsOfSection(section).map(({ field: key, block }) => {
          if (block !== undefined)
            return (
              <li key={block.id} className={own.field} data-wide>
                {t('update.block')}
              </li>
            )
          const field = fields.find((one) => one.key === key)
          const there = other.fields.find((one) => one.key === key)
          return field === undefined ? null : (
            <FieldTile key={key} field={field} state={stateOf(field, there, mark)} />
          )
        })}
      </ul>
    </section>
  )
}

type TileState = 'same' | 'changed' | 'removed' | 'added'

function stateOf(field: FieldInput, there: FieldInput | undefined, mark: 'removed' | 'added'): TileState {
  if (there === undefined) return mark
  const { id: _id, ...one } = field
  const { id: _other, ...two } = there
  return JSON.stringify(one) === JSON.stringify(two) ? 'same' : 'changed'
}

function FieldTile({ field, state }: { field: FieldInput; state: TileState }) {
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  const kind = paletteEntryOf(field)
  const options = 'options' in field ? field.options.map(({ label }) => label).join(', ') : ''
  return (
    <li className={own.field} data-state={state}>
      <strong>
        {field.label}
        {field.required && <span aria-label={app('field.required')}> *</span>}
      </strong>
      <span className={classes.quiet}>
        {[
          app(`kinds.${kind?.id ?? field.type}`),
          options,
          state === 'same' ? '' : t(`update.states.${state}`),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </span>
    </li>
  )
}

/** Fields, section, and stages in both versions as text; lines that the other version lacks are marked. */
export function YamlBeforeAfter(props: UpdateFormsProps) {
  const both = useBoth(props)
  const [before, after] = useTitles(props)
  if (both === null) return <Skeleton height={200} radius="sm" m={16} />
  const texts = [textOf(both.before), textOf(both.after)] as const
  return (
    <div className={own.pair}>
      <Text title={before} lines={texts[0]} others={texts[1]} mark="-" />
      <Text title={after} lines={texts[1]} others={texts[0]} mark="+" />
    </div>
  )
}

function textOf({ fields, section, stages }: Expansion): string[] {
  const bare = fields.map(({ id: _id, ...field }) => field)
  // Definitions are JSON by their schema; what is undefined in them falls away.
  const value = JSON.parse(JSON.stringify({ fields: bare, section, stages })) as JsonValue
  return printYaml(value).trimEnd().split('\n')
}

interface TextProps {
  title: string
  lines: readonly string[]
  others: readonly string[]
  mark: '-' | '+'
}

function Text({ title, lines, others, mark }: TextProps) {
  const there = new Set(others)
  return (
    <section className={own.form} aria-label={title}>
      <p className={classes.quiet}>{title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={own.text} tabIndex={0} aria-label={title}>
        {lines.map((line, at) => {
          const isOwn = !there.has(line)
          return (
            <span
              // Lines have no identity besides their position.
              key={at}
              className={own.line}
              data-mark={isOwn ? mark : undefined}
            >
              {isOwn ? mark : ' '} {line}
              {'\n'}
            </span>
          )
        })}
      </pre>
    </section>
  )
}
