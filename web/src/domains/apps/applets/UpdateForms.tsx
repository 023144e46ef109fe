import type { AppletUpdateView, AppletView } from '@caseloom/contract/apps/applets'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { itemsOfSection } from '@caseloom/contract/apps/layout'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { printYaml } from '@caseloom/playbook/yaml'
import { type Expansion, expandApplet } from '@caseloom/workflow/applets/expand'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { paletteEntryOf } from '../../../field-types/registry.ts'
import { StateCard } from '../../../ui/StateCard.tsx'
import classes from '../builder/Builder.module.css'
import { appletRevisionQuery } from '../model/applets.queries.ts'
import { lineDiff } from './line-diff.ts'
import own from './UpdateForms.module.css'

interface UpdateFormsProps {
  applet: AppletView
  update: AppletUpdateView
}

interface Side {
  title: string
  /** What the link brings with the version. */
  shown: Expansion
}

interface BothVersionsProps extends UpdateFormsProps {
  children: (before: Side, after: Side) => ReactNode
}

/** The version of the link and the new one, side by side. */
function BothVersions({ applet, update: { link }, children }: BothVersionsProps) {
  const { t } = useTranslation('applets')
  const { tenantId } = useTenantScope()
  const query = useQuery(appletRevisionQuery(tenantId, applet.id, link.revision))
  const { data: present } = query
  if (present === undefined)
    return query.isError ? (
      <StateCard
        level={2}
        title={t('update.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={200} radius="sm" m={16} />
    )
  const side = (version: AppletView): Side => ({
    title: t('update.version', { revision: version.revision }),
    shown: expandApplet(version, link),
  })
  return <div className={own.pair}>{children(side(present), side(applet))}</div>
}

/** The section of the form in both versions, side by side. */
export function FormBeforeAfter(props: UpdateFormsProps) {
  return (
    <BothVersions {...props}>
      {(before, after) => (
        <>
          <Form {...before} other={after.shown} mark="removed" />
          <Form {...after} other={before.shown} mark="added" />
        </>
      )}
    </BothVersions>
  )
}

interface FormProps extends Side {
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
  return (
    <BothVersions {...props}>
      {(before, after) => {
        const lines = { before: textOf(before.shown), after: textOf(after.shown) }
        const { removed, added } = lineDiff(lines.before, lines.after)
        return (
          <>
            <Text title={before.title} lines={lines.before} marked={removed} mark="-" />
            <Text title={after.title} lines={lines.after} marked={added} mark="+" />
          </>
        )
      }}
    </BothVersions>
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
  /** Positions of the lines that the other version lacks. */
  marked: ReadonlySet<number>
  mark: '-' | '+'
}

function Text({ title, lines, marked, mark }: TextProps) {
  return (
    <section className={own.form} aria-label={title}>
      <p className={classes.quiet}>{title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={own.text} tabIndex={0} aria-label={title}>
        {lines.map((line, at) => (
          <span
            // Lines have no identity besides their position.
            key={at}
            className={own.line}
            data-mark={marked.has(at) ? mark : undefined}
          >
            {marked.has(at) ? mark : ' '} {line}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  )
}
