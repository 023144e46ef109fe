import { type ContentRef, PackageOrder, type previewPackage } from '@caseloom/contract/content/packages'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { Button, Textarea, TextInput } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { toast } from '../../ui/toast.tsx'
import { exportPackage } from './content.queries.ts'
import { packageKeyOf } from './content-words.ts'
import classes from './Content.module.css'

interface ExportSideProps {
  chosen: readonly ContentRef[]
  preview: RouteReply<typeof previewPackage> | undefined
  error: Error | null
  isChecking: boolean
}

/** What the package is called, what it needs, what is wrong with it, and the button. */
export function ExportSide({ chosen, preview, error, isChecking }: ExportSideProps) {
  const { t } = useTranslation('content')
  const { tenantId } = useTenantScope()
  const [about, setAbout] = useState<About>({ name: '', key: null, version: '1.0.0', description: '' })
  const { name: title, version, description } = about
  const order = { package: keyOf(about), title, version, description, items: [...chosen] }
  const parsed = PackageOrder.safeParse(order)
  const faults = parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0])
  const run = useMutation({
    mutationFn: () => exportPackage(tenantId, order),
    onSuccess: () => toast({ kind: 'success', title: t('out.done', { name: title, version }) }),
  })
  const hasErrors = preview?.problems.some(({ severity }) => severity === 'error') ?? true
  return (
    <aside className={classes.side} aria-label={t('out.title')}>
      {run.isError && <ErrorSummary message={`${t('out.failed')}. ${describeError(run.error).text}`} />}
      <AboutForm about={about} faults={faults} onChange={(part) => setAbout({ ...about, ...part })} />
      {error !== null && <ErrorSummary message={`${t('out.previewFailed')}. ${describeError(error).text}`} />}
      {preview !== undefined && <Findings preview={preview} />}
      <Button
        variant="filled"
        leftSection={<IconPackageExport size={14} stroke={2} aria-hidden />}
        disabled={!parsed.success || hasErrors || isChecking}
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        {t('export')}
      </Button>
    </aside>
  )
}

interface About {
  name: string
  /** Null while it follows the name. */
  key: string | null
  version: string
  description: string
}

function keyOf({ key, name }: About): string {
  return key ?? packageKeyOf(name)
}

interface AboutFormProps {
  about: About
  faults: readonly unknown[]
  onChange: (part: Partial<About>) => void
}

function AboutForm({ about, faults, onChange }: AboutFormProps) {
  const { t } = useTranslation('content')
  const key = keyOf(about)
  return (
    <>
      <TextInput
        label={t('out.name')}
        required
        value={about.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('out.package')}
        description={t('out.packageHelp')}
        required
        value={key}
        error={key !== '' && faults.includes('package')}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
      />
      <TextInput
        label={t('out.version')}
        description={t('out.versionHelp')}
        required
        value={about.version}
        error={faults.includes('version')}
        onChange={(event) => onChange({ version: event.currentTarget.value })}
      />
      <Textarea
        label={t('out.description')}
        autosize
        minRows={2}
        maxRows={8}
        value={about.description}
        error={faults.includes('description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}

function Findings({ preview: { needs, problems } }: { preview: NonNullable<ExportSideProps['preview']> }) {
  const { t } = useTranslation('content')
  const named = [
    ...needs.connectors.map((key) => ['connector', key] as const),
    ...needs.assets.map((key) => ['asset', key] as const),
    ...needs.roles.map((key) => ['role', key] as const),
    ...needs.groups.map((key) => ['group', key] as const),
  ]
  return (
    <>
      <h2 className={classes.title}>{t('out.needs')}</h2>
      <ul className={classes.facts}>
        {named.length === 0 && <li className={classes.quiet}>{t('out.noNeeds')}</li>}
        {named.map(([kind, key]) => (
          <li key={`${kind} ${key}`}>
            <span>{key}</span>
            <span className={classes.quiet}>{t(`need.${kind}`)}</span>
          </li>
        ))}
      </ul>
      <h2 className={classes.title}>{t('out.problems')}</h2>
      <ul className={classes.facts}>
        {problems.length === 0 && <li className={classes.good}>{t('out.noProblems')}</li>}
        {problems.map(({ severity, item, code, place }) => (
          <li key={`${item.kind} ${item.key} ${code} ${place}`} className={classes[severity]}>
            {item.title}
            {place === '' ? '' : ` (${place})`}: {t(`out.problem.${code}`)}
          </li>
        ))}
      </ul>
    </>
  )
}
