import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { MailView } from '@caseloom/contract/records/mail'
import type { RecordView } from '@caseloom/contract/records/records'
import type { ObservableKind } from '@caseloom/contract/values/case-fields'
import { defang } from '@caseloom/contract/values/observable-value'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import { HiddenObservables } from '../case/HiddenObservables.tsx'
import { useObservables } from '../case/useObservables.ts'
import { observableKey } from '../case/useWarnings.ts'
import classes from './Mail.module.css'

/** Observables rendered before the count of the others. */
const SHOWN = 8

interface MailObservablesProps {
  app: AppView
  record: RecordView
  found: MailView['observables']
  hidden: MailView['hidden']
}

/** What the email has to look up, and one button that adds it to the record. */
export function MailObservables({ app, record, found, hidden }: MailObservablesProps) {
  const { t } = useTranslation('mail')
  const kindName = useKindName()
  const fields = app.fields
    .filter((one) => one.type === 'observables')
    .filter(({ key }) => key in record.fields)
  const field = fields.find((one) => !one.readOnly) ?? fields[0]
  return (
    <section aria-label={t('observables')}>
      <h2 className={classes.partTitle}>
        {t('observables')} {found.length > 0 && <span className={classes.quiet}>{found.length}</span>}
      </h2>
      {found.length + hidden.length === 0 && <p className={classes.quiet}>{t('noObservables')}</p>}
      <ul className={classes.items}>
        {found.slice(0, SHOWN).map(({ kind, value }) => (
          <li key={`${kind} ${value}`} className={classes.observable}>
            <span className={classes.quiet}>{kindName(kind)}</span>
            <span className={classes.mono} translate="no" title={defang(kind, value)}>
              <bdi className={classes.target}>{defang(kind, value)}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {found.length > SHOWN && <p className={classes.quiet}>{t('more', { count: found.length - SHOWN })}</p>}
      {field !== undefined && found.length > 0 && <AddAll field={field} record={record} found={found} />}
      {field === undefined ? (
        <HiddenObservables hidden={hidden} />
      ) : (
        <HiddenOfMail field={field} record={record} hidden={hidden} />
      )}
    </section>
  )
}

interface InField {
  field: Field & { type: 'observables' }
  record: RecordView
}

/** What warning lists hide, without what is in the record already. */
function HiddenOfMail({ field, record, hidden }: InField & Pick<MailObservablesProps, 'hidden'>) {
  const { list, add } = useObservables(field, record)
  const present = new Set(list.map(observableKey))
  const missing = hidden.filter((one) => !present.has(observableKey(one)))
  const mayAdd = record.can.update && !field.readOnly
  const fits = ({ kind }: { kind: ObservableKind }) => field.kinds?.includes(kind) ?? true
  const addOne = ({ kind, value }: MailView['hidden'][number]) => add([{ kind, value }], () => undefined)
  return (
    <>
      <HiddenObservables hidden={missing.filter(fits)} onAdd={mayAdd ? addOne : undefined} />
      <HiddenObservables hidden={hidden.filter((one) => present.has(observableKey(one)))} stored />
    </>
  )
}

type AddAllProps = InField & Pick<MailObservablesProps, 'found'>

function AddAll({ field, record, found }: AddAllProps) {
  const { t } = useTranslation('mail')
  const { list, busy, add } = useObservables(field, record)
  const present = new Set(list.map(({ kind, value }) => `${kind} ${value}`))
  const wanted = found.filter(({ kind }) => field.kinds === undefined || field.kinds.includes(kind))
  const missing = wanted.filter(({ kind, value }) => !present.has(`${kind} ${value}`))
  if (missing.length === 0) return <p className={classes.quiet}>{t('allAdded', { field: field.label })}</p>
  if (!record.can.update || field.readOnly) return null
  return (
    <Button
      className={classes.add}
      leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
      loading={busy}
      onClick={() => add(missing, () => undefined)}
    >
      {t('add', { count: missing.length })}
    </Button>
  )
}
