import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { FileView } from '@caseloom/contract/records/files'
import type { JobView } from '@caseloom/contract/records/jobs'
import { Button, Select } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { formatCount } from '../../../ui/time.ts'
import { filledTwice, type ImportChoices } from './import-choices.ts'
import { beginImport, type Preview } from './jobs.queries.ts'
import classes from './Jobs.module.css'

const UNFILLABLE = ['formula', 'system', 'comments', 'clock']
const CARRIED = ['$comments', '$files'] as const

interface ImportMappingProps {
  app: AppView
  file: FileView
  preview: Preview
  choices: ImportChoices
  onChoices: (choices: ImportChoices) => void
  onBegun: (job: JobView) => void
  onAnother: () => void
}

export function ImportMapping(props: ImportMappingProps) {
  const { app, file, preview, choices, onChoices, onBegun, onAnother } = props
  const { t } = useTranslation('jobs')
  const { tenantId } = useTenantScope()
  const begin = useMutation({
    mutationFn: (dryRun: boolean) =>
      beginImport({ tenantId, appId: app.id }, orderOf({ file, preview, choices, dryRun })),
    onSuccess: onBegun,
  })
  const fields = app.fields.filter((field) => !field.readOnly && !UNFILLABLE.includes(field.type))
  const faults = faultsOf(choices, fields, t)
  return (
    <>
      <ImportFacts file={file} preview={preview} />
      {begin.isError && <ErrorSummary message={describeError(begin.error).text} />}
      <section>
        <h2 className={classes.sectionTitle}>{t('import.mapping')}</h2>
        <MappingTable preview={preview} choices={choices} fields={fields} onChoices={onChoices} />
      </section>
      <MatchOptions preview={preview} choices={choices} fields={fields} onChoices={onChoices} />
      <p className={classes.note}>{t('import.empties')}</p>
      {!preview.mayCarry && preview.columns.some(({ column }) => CARRIED.some((one) => one === column)) && (
        <p className={classes.note}>{t('import.notCarried')}</p>
      )}
      {faults.length > 0 && (
        <p className={classes.note} role="alert">
          {faults.join(' ')}
        </p>
      )}
      <div className={classes.actions}>
        <Button disabled={faults.length > 0} loading={begin.isPending} onClick={() => begin.mutate(true)}>
          {t('import.dryRun')}
        </Button>
        <Button
          variant="filled"
          disabled={faults.length > 0}
          loading={begin.isPending}
          onClick={() => begin.mutate(false)}
        >
          {t('import.start')}
        </Button>
        <Button variant="subtle" onClick={onAnother}>
          {t('import.another')}
        </Button>
      </div>
    </>
  )
}

interface ImportFactsProps {
  file: ImportMappingProps['file']
  preview: ImportMappingProps['preview']
}

function ImportFacts({ file, preview }: ImportFactsProps) {
  const { t } = useTranslation('jobs')
  return (
    <p className={classes.note}>
      <strong>{file.name}</strong>{' '}
      {preview.rows === null
        ? t('import.foundMany', { columns: preview.columns.length, format: preview.format.toUpperCase() })
        : t('import.found', {
            count: preview.rows,
            rows: formatCount(preview.rows),
            columns: preview.columns.length,
            format: preview.format.toUpperCase(),
          })}
    </p>
  )
}

interface Deciding {
  file: FileView
  preview: Preview
  choices: ImportChoices
  dryRun: boolean
}

function orderOf({ file, preview, choices, dryRun }: Deciding) {
  const { match, existing, missing, fields } = choices
  return {
    fileId: file.id,
    format: preview.format,
    columns: preview.columns.map(({ column }) => ({ column, field: fields[column] ?? null })),
    ...(match === null ? {} : { match, existing, missing }),
    dryRun,
  }
}

function faultsOf(
  choices: ImportChoices,
  fields: readonly Field[],
  t: ReturnType<typeof useTranslation<'jobs'>>['t'],
): string[] {
  const labelOf = (key: string) => fields.find((field) => field.key === key)?.label ?? key
  const twice = filledTwice(choices).map((key) => t('import.twice', { field: labelOf(key) }))
  return Object.values(choices.fields).every((field) => field === null) ? [t('import.nothing')] : twice
}

interface ChoosingProps {
  preview: Preview
  choices: ImportChoices
  fields: readonly Field[]
  onChoices: (choices: ImportChoices) => void
}

function MappingTable({ preview, choices, fields, onChoices }: ChoosingProps) {
  const { t } = useTranslation('jobs')
  const choose = (column: string, field: string | null) => {
    const next = { ...choices.fields, [column]: field }
    const match = choices.match !== null && Object.values(next).includes(choices.match) ? choices.match : null
    onChoices({ ...choices, fields: next, match })
  }
  return (
    <div className={classes.scroll}>
      <table className={classes.mapping}>
        <thead>
          <tr>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.samples')}</th>
            <th scope="col">{t('import.field')}</th>
          </tr>
        </thead>
        <MappingRows preview={preview} choices={choices} choose={choose} fields={fields} />
      </table>
    </div>
  )
}

function MatchOptions({ preview, choices, fields, onChoices }: ChoosingProps) {
  const { t } = useTranslation('jobs')
  const mapped = Object.values(choices.fields)
  const matchable = fields.filter(({ key }) => preview.matchable.includes(key) && mapped.includes(key))
  return (
    <div className={classes.options}>
      <Select
        label={t('import.match')}
        allowDeselect={false}
        value={choices.match ?? ''}
        onChange={(key) => onChoices({ ...choices, match: key === '' ? null : key })}
        data={[
          { value: '', label: t('import.noMatch') },
          ...matchable.map(({ key, label }) => ({ value: key, label })),
        ]}
      />
      {choices.match !== null && (
        <>
          <Select
            label={t('import.existing')}
            allowDeselect={false}
            value={choices.existing}
            onChange={(value) => onChoices({ ...choices, existing: value === 'skip' ? 'skip' : 'update' })}
            data={(['update', 'skip'] as const).map((value) => ({
              value,
              label: t(`import.existings.${value}`),
            }))}
          />
          <Select
            label={t('import.missing')}
            allowDeselect={false}
            value={choices.missing}
            onChange={(value) => onChoices({ ...choices, missing: value === 'skip' ? 'skip' : 'create' })}
            data={(['create', 'skip'] as const).map((value) => ({
              value,
              label: t(`import.missings.${value}`),
            }))}
          />
        </>
      )}
    </div>
  )
}

interface MappingRowsProps {
  preview: ChoosingProps['preview']
  choices: ChoosingProps['choices']
  choose: (column: string, field: string | null) => void
  fields: ChoosingProps['fields']
}

function MappingRows({ preview, choices, choose, fields }: MappingRowsProps) {
  const { t } = useTranslation('jobs')
  return (
    <tbody>
      {preview.columns.map(({ column, samples, field: suggested, unclear }) => (
        <tr key={column}>
          <td>{column}</td>
          <td title={samples.join('\n')}>{samples.slice(0, 3).join(' · ')}</td>
          <td>
            <Select
              aria-label={t('import.fieldOf', { column })}
              placeholder={t('import.skip')}
              searchable
              clearable
              value={choices.fields[column] ?? null}
              onChange={(field) => choose(column, field)}
              data={[
                ...fields.map(({ key, label }) => ({ value: key, label })),
                ...CARRIED.filter((key) => preview.mayCarry && key === column).map((key) => ({
                  value: key,
                  label: t(`import.carried.${key}`),
                })),
              ]}
            />
            {choices.fields[column] === suggested &&
              unclear.map((sentence) => (
                <p key={sentence} className={classes.unclear}>
                  <IconAlertTriangle size={14} stroke={1.7} aria-hidden />
                  {sentence}
                </p>
              ))}
          </td>
        </tr>
      ))}
    </tbody>
  )
}
