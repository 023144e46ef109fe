import type { ModelSettings } from '@caseloom/contract/assistant/assistant-models'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Content } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx'
import styles from './HeroAdmin.module.css'
import { ModelData } from './ModelData.tsx'
import { ModelLimits } from './ModelLimits.tsx'
import { ModelProviderSection } from './ModelProviderSection.tsx'
import { modelEn } from './model.en.ts'
import { modelQuery } from './model.queries.ts'
import { useModelDraft } from './useModelDraft.ts'

addTexts('admin', modelEn)

export function ModelTab() {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const query = useQuery(modelQuery(accountId))
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('model.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return query.data === undefined ? <Content>{null}</Content> : <ModelSettingsForm loaded={query.data} />
}

function ModelSettingsForm({ loaded }: { loaded: ModelSettings }) {
  const { t } = useTranslation('admin')
  const form = useModelDraft(loaded)
  const faults = Object.entries(form.faults).map(([path, text]) => ({ label: labelOf(path), text }))
  const top = useRef<HTMLDivElement>(null)
  const trouble = form.failure?.text ?? faults.map(({ text }) => text).join()
  useEffect(() => {
    if (trouble !== '') top.current?.scrollIntoView({ block: 'start' })
  }, [trouble])
  function labelOf(path: string): string {
    const parts = path.split('.').filter((part) => !/^\d+$/.test(part))
    return t(`model.fields.${parts.at(-1) ?? ''}`)
  }
  return (
    <form
      className={styles.frame}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      <div className={styles.scroll}>
        <div className={classes.page} ref={top}>
          {form.failure !== null && (
            <ErrorSummary message={form.failure.text} requestId={form.failure.requestId} />
          )}
          {faults.length > 0 && <ErrorSummary message={t('model.fix')} faults={faults} />}
          <ModelProviderSection form={form} />
          {form.draft.provider !== 'none' && (
            <>
              <ModelLimits form={form} />
              <ModelData form={form} />
            </>
          )}
        </div>
      </div>
      {form.isDirty && (
        <div className={classes.saveBar}>
          <span className={classes.quiet}>{t('model.unsaved')}</span>
          <Button onClick={() => void form.reset()}>{t('model.reset')}</Button>
          <Button type="submit" variant="filled" loading={form.saving}>
            {t('model.save')}
          </Button>
        </div>
      )}
      <UnsavedGuard when={form.isDirty && !form.saving} />
    </form>
  )
}
