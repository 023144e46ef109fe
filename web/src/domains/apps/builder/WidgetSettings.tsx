import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { LayoutBlock } from '@caseloom/contract/apps/layout'
import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { dashboardChoicesQuery, widgetChoicesQuery } from '../model/widget-choices.queries.ts'
import type { BlockChange } from './ImageSettings.tsx'
import bar from './LayoutBar.module.css'

type WidgetBlock = LayoutBlock & { kind: 'widget' }
type Match = WidgetBlock['match'][number]

interface WidgetSettingsProps {
  block: WidgetBlock
  fields: readonly FieldInput[]
  change: BlockChange
}

/** Which widget of which dashboard, and what ties its records to the one that is shown. */
export function WidgetSettings({ block, fields, change }: WidgetSettingsProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const dashboards = useQuery(dashboardChoicesQuery(tenantId)).data
  const widgets = useQuery(widgetChoicesQuery(tenantId, block.dashboard)).data ?? []
  const apps = useQuery(appsQuery(tenantId)).data
  const source = widgets.find(({ id }) => id === block.widget)?.app
  const other = apps?.find(({ id }) => id === source)
  const { widget: _widget, dashboard: _dashboard, ...bare } = block
  if (dashboards?.length === 0) return <p className={bar.note}>{t('blocks.noDashboards')}</p>
  return (
    <>
      <Select
        label={t('blocks.dashboard')}
        description={t('blocks.dashboardNote')}
        searchable
        allowDeselect={false}
        data={(dashboards ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={block.dashboard ?? null}
        onChange={(id) => {
          const dashboard = dashboards?.find((one) => one.id === id)?.id
          change(dashboard === undefined ? bare : { ...bare, dashboard, match: [] }, 'dashboard')
        }}
      />
      <Select
        label={t('blocks.widget')}
        allowDeselect={false}
        disabled={block.dashboard === undefined}
        data={widgets.map(({ id, title }) => ({ value: id, label: title || id }))}
        value={block.widget ?? null}
        onChange={(widget) => widget !== null && change({ ...block, widget, match: [] }, 'widget')}
      />
      {other !== undefined && <Matches block={block} fields={fields} other={other} change={change} />}
    </>
  )
}

interface MatchesProps extends WidgetSettingsProps {
  /** The app that the widget is about. */
  other: { name: string; fields: readonly FieldInput[] }
}

function Matches({ block, fields, other, change }: MatchesProps) {
  const { t } = useTranslation('apps')
  const { match } = block
  const set = (next: Match[]) => change({ ...block, match: next }, 'match')
  return (
    <fieldset className={bar.matches}>
      <legend>{t('blocks.match')}</legend>
      <p className={bar.note}>{t('blocks.matchNote')}</p>
      {match.map((one, at) => (
        <MatchRow
          // Matches have no identity besides their position.
          key={at}
          match={one}
          n={at + 1}
          fields={fields}
          other={other}
          onChange={(next) => set(match.with(at, next))}
          onRemove={() => set(match.toSpliced(at, 1))}
        />
      ))}
      <div>
        <Button
          variant="subtle"
          disabled={match.length >= 5}
          leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
          onClick={() => set([...match, firstMatch(fields, other.fields)])}
        >
          {t('blocks.addMatch')}
        </Button>
      </div>
    </fieldset>
  )
}

/** Fields of the same key first: they usually mean the same. */
function firstMatch(fields: readonly FieldInput[], others: readonly FieldInput[]): Match {
  const usable = fields.filter(isMatchable)
  const same = others.find((one) => isMatchable(one) && usable.some(({ key }) => key === one.key))
  const field = same ?? others.find(isMatchable)
  return { field: field?.key ?? '', from: same?.key ?? usable[0]?.key ?? '$record' }
}

function isMatchable(field: FieldInput): boolean {
  const { links, thread, clock } = fieldTraits(field)
  return !links && !thread && !clock
}

interface MatchRowProps {
  match: Match
  n: number
  fields: readonly FieldInput[]
  other: MatchesProps['other']
  onChange: (match: Match) => void
  onRemove: () => void
}

function MatchRow({ match, n, fields, other, onChange, onRemove }: MatchRowProps) {
  const { t } = useTranslation('apps')
  const target = other.fields.find(({ key }) => key === match.field)
  const isLink = target !== undefined && fieldTraits(target).links
  const own = fields.filter(isMatchable).map(({ key, label }) => ({ value: key, label }))
  return (
    <div className={bar.row}>
      <Select
        label={t('blocks.matchField', { app: other.name })}
        searchable
        allowDeselect={false}
        data={other.fields
          .filter((one) => isMatchable(one) || fieldTraits(one).links)
          .map(({ key, label }) => ({ value: key, label }))}
        value={match.field}
        onChange={(key) => {
          const next = other.fields.find((one) => one.key === key)
          if (next === undefined) return
          const from = fieldTraits(next).links
            ? '$record'
            : isLink
              ? (own[0]?.value ?? '$record')
              : match.from
          onChange({ field: next.key, from })
        }}
      />
      <Select
        label={t('blocks.matchFrom')}
        searchable
        allowDeselect={false}
        data={isLink ? [{ value: '$record', label: t('blocks.thisRecord') }] : own}
        value={match.from}
        onChange={(from) => from !== null && onChange({ ...match, from })}
      />
      <div className={bar.actions}>
        <ActionIcon aria-label={t('blocks.removeMatch', { n })} onClick={onRemove}>
          <IconTrash size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}
