import type { AppView } from '@caseloom/contract/apps/apps'
import { ApiError } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { PageFrame } from '../../../ui/frame/Frame.tsx'
import { SOURCES } from '@caseloom/playbook/source-mapping/sources'
import { intakePlaybook } from '@caseloom/playbook/source-mapping/intake-playbook'
import type { Target } from '@caseloom/playbook/source-mapping/targets'
import { Button, Select, TextInput } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepPlaybook, refreshPlaybooks } from '../builder/model/builder.queries.ts'
import automation from '../shared/Automation.module.css'
import { AnotherSample } from './AnotherSample.tsx'
import { freeKey, publishIntake } from './connect.queries.ts'
import { missingFields } from './mapping-edit.ts'
import { MappingArea } from './MappingArea.tsx'
import classes from './Sources.module.css'
import { Steps } from './Steps.tsx'
import type { DraftState } from './useConnectDraft.ts'
import { intakeTitle, type Mapping, useMapping } from './useMapping.ts'

interface MapStepProps {
  state: DraftState
  app: AppView
  apps: readonly AppView[]
}

export function MapStep({ state, app, apps }: MapStepProps) {
  const mapping = useMapping(state, app)
  const [isPasting, setPasting] = useState(false)
  const entry = SOURCES.find(({ key }) => key === state.draft.source)
  const isExample = entry !== undefined && JSON.stringify(entry.sample, null, 2) === state.draft.text
  const publishing = usePublish(state, mapping)
  return (
    <PageFrame>
      <MapBar state={state} app={app} apps={apps} />
      {publishing.isError && <PublishFailure state={state} error={publishing.error} />}
      <MappingArea app={app} mapping={mapping} isExample={isExample} onAnother={() => setPasting(true)} />
      <MapFoot
        state={state}
        mapping={mapping}
        isPublishing={publishing.isPending}
        onPublish={() => publishing.mutate()}
      />
      {isPasting && <AnotherSample state={state} onClose={() => setPasting(false)} />}
    </PageFrame>
  )
}

function MapBar({ state: { draft, change }, app, apps }: MapStepProps) {
  const { t } = useTranslation('sources')
  return (
    <header className={classes.bar}>
      <h1 className="cl-clipped">{t('title')}</h1>
      <TextInput
        aria-label={t('map.name')}
        value={draft.name}
        maxLength={100}
        w={200}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <IconArrowRight size={14} stroke={1.6} aria-hidden />
      <Select
        aria-label={t('map.app')}
        data={apps.map(({ key, name }) => ({ value: key, label: name }))}
        value={app.key}
        allowDeselect={false}
        w={160}
        onChange={(next) => {
          if (next !== null && next !== app.key) change({ app: next, bindings: null })
        }}
      />
      <Steps stage="map" />
    </header>
  )
}

interface MapFootProps {
  state: DraftState
  mapping: Mapping
  isPublishing: boolean
  onPublish: () => void
}

const AUTHS = ['secret', 'hmac-sha256', 'basic', 'none'] as const

function MapFoot({ state: { draft, change, isStored }, mapping, isPublishing, onPublish }: MapFootProps) {
  const { t } = useTranslation('sources')
  const missing = missingFields(mapping.targets, mapping.bindings)
  const isMail = SOURCES.find(({ key }) => key === draft.source)?.via === 'mail'
  const name = draft.name.trim()
  return (
    <footer className={classes.foot}>
      <Button variant="subtle" onClick={() => change({ stage: 'choose' })}>
        {t('map.back')}
      </Button>
      <span className={classes.quiet} role="status">
        <FootText name={name} missing={missing} isStored={isStored} />
      </span>
      {!isMail && (
        <Select
          className={classes.auth ?? ''}
          label={t('map.auth')}
          data={AUTHS.map((value) => ({ value, label: t(`map.auths.${value}`) }))}
          value={draft.auth}
          allowDeselect={false}
          onChange={(next) => change({ auth: AUTHS.find((one) => one === next) ?? 'secret' })}
        />
      )}
      <Button
        variant="filled"
        disabled={missing.length > 0 || name === ''}
        loading={isPublishing}
        onClick={onPublish}
      >
        {t('map.continue')}
      </Button>
    </footer>
  )
}

interface FootTextProps {
  name: string
  missing: readonly Target[]
  isStored: boolean
}

/** What prevents publishing; otherwise, what it creates. */
function FootText({ name, missing, isStored }: FootTextProps) {
  const { t } = useTranslation('sources')
  if (missing.length > 0) return t('map.missing', { fields: missing.map(({ label }) => label).join(', ') })
  if (name === '') return t('map.nameMissing')
  return isStored ? t('map.savedAs', { title: intakeTitle(name) }) : t('notStored')
}

function usePublish({ draft, change }: DraftState, mapping: Mapping) {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const title = intakeTitle(draft.name.trim())
      const key = draft.playbookKey ?? (await freeKey(tenantId, title))
      change({ playbookKey: key })
      const document = intakePlaybook(mapping.intake(key, title))
      return publishIntake(tenantId, {
        document,
        key,
        playbookId: draft.playbookId,
        onMade: (playbookId) => change({ playbookKey: key, playbookId }),
      })
    },
    onSuccess: (playbook) => {
      keepPlaybook(client, tenantId, playbook)
      void refreshPlaybooks(client, tenantId)
      change({ stage: 'live', playbookKey: playbook.key, playbookId: playbook.id })
    },
  })
}

function PublishFailure({ state: { draft }, error }: { state: DraftState; error: unknown }) {
  const { t } = useTranslation('sources')
  const scope = useTenantScope()
  const { text, requestId } = describeError(error)
  const issues = error instanceof ApiError ? error.issues : []
  return (
    <div className={classes.failure}>
      <ErrorSummary
        message={`${t('map.failed')}. ${text}`}
        faults={issues.map(({ path, message }) => ({ label: path.join('.'), text: message }))}
        requestId={requestId}
      />
      {draft.playbookId !== null && (
        <Link to={paths.playbook(scope, draft.playbookId)} className={automation.link}>
          {t('map.openDraft')}
        </Link>
      )}
    </div>
  )
}
