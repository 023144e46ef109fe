import { type Observable, type ObservableKind, TLP, Tlp } from '@caseloom/contract/values/case-fields'
import type { Field } from '@caseloom/contract/field-types/fields'
import { defang } from '@caseloom/contract/values/observable-value'
import type { ObservableRow as ObservableRowFacts } from '@caseloom/contract/records/observable-lookups'
import type { RecordView } from '@caseloom/contract/records/records'
import { ActionIcon, Button, Checkbox, Select, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { OBSERVABLES_TAB } from '../model/layout-tabs.ts'
import { observableSearch } from '../verdicts/observable-search.ts'
import { VerdictWord } from '../verdicts/VerdictWord.tsx'
import { useObservableFacts } from '../verdicts/verdicts.queries.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { AddObservables } from './AddObservables.tsx'
import { caseEn } from './case.en.ts'
import classes from './Case.module.css'
import { useObservables } from './useObservables.ts'

addTexts('case', caseEn)
/** Rows rendered here; the others are on the tab of all observables. */
const SHOWN = 100

interface ObservablesFieldProps {
  field: Field & { type: 'observables' }
  record: RecordView
  editable: boolean
}

/** Defanged on screen, real in the clipboard; each change is saved immediately. */
export function ObservablesField({ field, record, editable }: ObservablesFieldProps) {
  const { t } = useTranslation('case')
  const [kind, setKind] = useState<string | null>(null)
  const [adding, setAdding] = useState(false)
  const saving = useObservables(field, record)
  const all = saving.list
  const kinds = [...new Set(all.map((one) => one.kind))]
  const chosen = kind === null ? all : all.filter((one) => one.kind === kind)
  const shown = chosen.slice(0, SHOWN)
  const { facts } = useObservableFacts(usePlace(record), field.key)
  return (
    <div className={classes.observables}>
      {all.length === 0 && !adding && <span className={classes.quiet}>{t('observables.none')}</span>}
      {kinds.length > 1 && <KindFilter kinds={kinds} kind={kind} setKind={setKind} />}
      {shown.length > 0 && (
        <ObservableTable
          label={t('observables.table', { field: field.label })}
          items={shown}
          facts={facts}
          editable={editable}
          onChange={(id, change) =>
            saving.change((list) => list.map((one) => (one.id === id ? { ...one, ...change } : one)))
          }
          onRemove={(id) => saving.change((list) => list.filter((one) => one.id !== id))}
        />
      )}
      {shown.length < chosen.length && (
        <Link className={classes.link} to="." search={{ tab: OBSERVABLES_TAB } as never}>
          {t('observables.showAll', { count: chosen.length })}
        </Link>
      )}
      {adding ? (
        <AddObservables
          kinds={field.kinds}
          busy={saving.busy}
          onCancel={() => setAdding(false)}
          onAdd={(found) => saving.add(found, () => setAdding(false))}
        />
      ) : (
        editable && <AddButton setAdding={setAdding} />
      )}
    </div>
  )
}

function usePlace({ appId, id: recordId }: RecordView) {
  return { tenantId: useTenantScope().tenantId, appId, recordId }
}

interface TableProps {
  label: string
  items: readonly Observable[]
  facts: ReadonlyMap<string, ObservableRowFacts>
  editable: boolean
  onChange: (id: string, change: Partial<Observable>) => void
  onRemove: (id: string) => void
}

function ObservableTable({ label, items, facts, editable, onChange, onRemove }: TableProps) {
  const { t } = useTranslation('case')
  return (
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('observables.kind')}</th>
            <th scope="col">{t('observables.value')}</th>
            <th scope="col">{t('observables.verdict')}</th>
            <th scope="col">{t('observables.tlp')}</th>
            <th scope="col">{t('observables.ioc')}</th>
            <th scope="col">{t('observables.sighted')}</th>
            {editable && (
              <th scope="col">
                <VisuallyHidden>{t('observables.actions')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <ObservableRow
              key={one.id}
              one={one}
              known={facts.get(one.id)}
              editable={editable}
              onChange={onChange}
              onRemove={onRemove}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ObservableRow({
  one,
  known,
  editable,
  onChange,
  onRemove,
}: Omit<TableProps, 'label' | 'items' | 'facts'> & {
  one: Observable
  known: ObservableRowFacts | undefined
}) {
  const { t } = useTranslation('case')
  const kindName = useKindName()
  const scope = useTenantScope()
  const value = defang(one.kind, one.value)
  return (
    <tr>
      <td className={classes.kind}>{kindName(one.kind)}</td>
      <td>
        <span className={classes.value}>
          <Link
            className={classes.mono}
            to={paths.observable(scope)}
            search={observableSearch(one)}
            translate="no"
          >
            <bdi>{value}</bdi>
          </Link>
          <CopyButton value={one.value} label={t('observables.copyOf', { value })} />
        </span>
        {one.note !== undefined && <span className={classes.note}>{one.note}</span>}
      </td>
      <td>{known?.value === one.value && <VerdictWord {...known.overall} />}</td>
      <td>
        {editable ? (
          <Select
            aria-label={t('observables.tlpOf', { value })}
            className={classes.tlp}
            size="xs"
            data={TLP.map((tlp) => ({ value: tlp, label: tlpText(tlp) }))}
            value={one.tlp}
            allowDeselect={false}
            onChange={(next) => onChange(one.id, { tlp: Tlp.safeParse(next).data ?? one.tlp })}
          />
        ) : (
          tlpText(one.tlp)
        )}
      </td>
      <td>
        <Checkbox
          size="xs"
          aria-label={t('observables.iocOf', { value })}
          checked={one.ioc}
          disabled={!editable}
          onChange={(event) => onChange(one.id, { ioc: event.currentTarget.checked })}
        />
      </td>
      <td>
        <Checkbox
          size="xs"
          aria-label={t('observables.sightedOf', { value })}
          checked={one.sighted}
          disabled={!editable}
          onChange={(event) => onChange(one.id, { sighted: event.currentTarget.checked })}
        />
      </td>
      {editable && (
        <td>
          <ActionIcon
            size={24}
            aria-label={t('observables.remove', { value })}
            onClick={() => onRemove(one.id)}
          >
            <IconX size={14} stroke={1.7} aria-hidden />
          </ActionIcon>
        </td>
      )}
    </tr>
  )
}

function tlpText(tlp: Tlp): string {
  return `TLP:${tlp.toUpperCase()}`
}

interface KindFilterProps {
  kinds: ObservableKind[]
  kind: string | null
  setKind: (next: string | null) => void
}

function KindFilter({ kinds, kind, setKind }: KindFilterProps) {
  const { t } = useTranslation('case')
  const kindName = useKindName()
  return (
    <Select
      aria-label={t('observables.filter')}
      className={classes.tlp}
      placeholder={t('observables.allKinds')}
      data={kinds.map((value) => ({ value, label: kindName(value) }))}
      value={kind}
      clearable
      onChange={setKind}
    />
  )
}

function AddButton({ setAdding }: { setAdding: (next: boolean) => void }) {
  const { t } = useTranslation('case')
  return (
    <div>
      <Button
        variant="subtle"
        leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
        onClick={() => setAdding(true)}
      >
        {t('observables.add')}
      </Button>
    </div>
  )
}
