import type { AppView } from '@caseloom/contract/apps/apps'
import type { Binding } from '@caseloom/playbook/source-mapping/mapping'
import type { Target } from '@caseloom/playbook/source-mapping/targets'
import { Button } from '@mantine/core'
import { IconArrowRight, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Dot } from '../../../ui/Chip.tsx'
import { FromSelect } from './FromSelect.tsx'
import { bind, missingFields, type Source, unbind } from './mapping-edit.ts'
import { ResultCell } from './ResultCell.tsx'
import classes from './Mapping.module.css'
import type { Mapping } from './useMapping.ts'
import { usePathDrops } from './usePathDrops.ts'

export interface MappingRow {
  target: Target
  binding: Binding | undefined
  /** Its place among the rows of the field. */
  at: number
}

interface MappingTableProps {
  app: AppView
  mapping: Mapping
  hot: ReadonlySet<string>
  onHot: (path: string | null) => void
}

/** A row for each source of a field, and one to fill in where another can be added. */
export function rowsOf({ targets, bindings }: Mapping): MappingRow[] {
  return targets
    .filter(({ role }) => role !== 'none')
    .flatMap((target) => {
      const own = bindings.filter(({ field }) => field === target.key)
      const rows = own.map((binding, at): MappingRow => ({ target, binding, at }))
      const isOpen = own.length === 0 || target.several
      return isOpen ? [...rows, { target, binding: undefined, at: own.length }] : rows
    })
}

export function MappingTable(props: MappingTableProps) {
  const { t } = useTranslation('sources')
  const rows = rowsOf(props.mapping)
  return (
    <section className={classes.fields} aria-labelledby="connect-fields">
      <TableHead {...props} matched={rows.filter(({ binding }) => binding !== undefined).length} />
      {/* A scrolling region must be reachable by keyboard. */}
      <div className={classes.rows} data-scroll tabIndex={0} role="group" aria-labelledby="connect-fields">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('map.field')}</th>
              <th scope="col">{t('map.from')}</th>
              <th scope="col">{t('map.result')}</th>
              <th scope="col">{t('map.why')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <FieldRow {...props} key={`${row.target.key} ${row.at}`} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function TableHead({ app, mapping, matched }: MappingTableProps & { matched: number }) {
  const { t } = useTranslation('sources')
  const missing = missingFields(mapping.targets, mapping.bindings).length
  return (
    <header className={classes.paneHead}>
      <h2 id="connect-fields" className={classes.paneTitle}>
        {t('map.fields', { app: app.name })}
      </h2>
      <span className={classes.quiet}>
        {missing === 0 ? t('map.allMatched', { matched }) : t('map.matched', { matched, missing })}
      </span>
      <Button
        variant="subtle"
        size="compact-sm"
        ml="auto"
        leftSection={<IconRefresh size={14} stroke={1.7} aria-hidden />}
        onClick={mapping.propose}
      >
        {t('map.again')}
      </Button>
    </header>
  )
}

type FieldRowProps = MappingTableProps & { row: MappingRow }

function FieldRow(props: FieldRowProps) {
  const { row, mapping, hot, onHot } = props
  const { target, binding, at } = row
  const path = binding?.from === 'path' ? binding.path : null
  const choose = (source: Source) => mapping.change(bind(mapping.bindings, target, source, at))
  const { isTargeted, ...drops } = usePathDrops((dropped) => choose({ from: 'path', path: dropped }))
  const isMissing = binding === undefined && target.required && !target.hasDefault && at === 0
  return (
    <tr
      className={classes.row}
      data-field={`${target.key} ${at}`}
      data-over={isTargeted || undefined}
      data-hot={(path !== null && hot.has(path)) || undefined}
      data-missing={isMissing || undefined}
      onMouseEnter={() => onHot(path)}
      onMouseLeave={() => onHot(null)}
      onFocus={() => onHot(path)}
      onBlur={() => onHot(null)}
      {...drops}
    >
      <th scope="row" className={classes.fieldName} data-also={at > 0 || undefined}>
        <FieldName target={target} at={at} />
      </th>
      <td>
        <FromSelect
          target={target}
          binding={binding}
          leaves={mapping.leaves}
          onChoose={choose}
          onClear={() => mapping.change(unbind(mapping.bindings, target.key, at))}
        />
      </td>
      <Outcome {...props} />
    </tr>
  )
}

/** The cells of a row that has a source; empty ones otherwise. */
function Outcome({ row: { target, binding }, app, mapping }: FieldRowProps) {
  return (
    <>
      <td className={classes.resultCell}>
        {binding !== undefined && (
          <>
            <IconArrowRight size={14} stroke={1.6} className={classes.arrow} aria-hidden />
            <ResultCell target={target} binding={binding} app={app} mapping={mapping} />
          </>
        )}
      </td>
      <td className={classes.why}>{binding !== undefined && <Why reason={binding.reason} />}</td>
    </>
  )
}

function FieldName({ target, at }: { target: Target; at: number }) {
  const { t } = useTranslation('sources')
  if (at > 0) return t('map.also')
  return (
    <>
      {target.label}
      {target.required && (
        <span className={classes.required} title={t('map.required')}>
          {' '}
          *
        </span>
      )}
    </>
  )
}

function Why({ reason }: { reason: Binding['reason'] }) {
  const { t } = useTranslation('sources')
  return (
    <span className={classes.reason}>
      {reason !== 'default' && (
        <Dot hue={reason === 'shape' ? 'blue' : reason === 'manual' ? 'gray' : 'green'} />
      )}
      {t(`map.reasons.${reason}`)}
    </span>
  )
}
