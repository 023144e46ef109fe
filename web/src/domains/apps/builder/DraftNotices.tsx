import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { Notice } from '../../../ui/admin/Settings.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { formatDateTime } from '../../../ui/time.ts'
import type { Fault } from '../draft/faults.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'

/** Above every part of a builder: why publishing failed, and where the draft came from. */
export function DraftNotices({ edited, faults }: { edited: EditedApp; faults: readonly Fault[] }) {
  const { t } = useTranslation('apps')
  const { timeZone } = useTenantScope()
  return (
    <>
      <ErrorSummary
        {...(edited.failure === null && faults.length === 0
          ? {}
          : { message: summaryOf(t('builder.publishFailed'), edited.failure?.text) })}
        faults={faults.map(({ label, text }) => ({ label, text }))}
        requestId={edited.failure?.requestId}
      />
      {edited.restoredAt !== null && edited.changes > 0 && (
        <Notice>
          {t('builder.restored', { at: formatDateTime(new Date(edited.restoredAt), timeZone) })}
        </Notice>
      )}
    </>
  )
}

function summaryOf(title: string, text: string | undefined): string {
  return text === undefined ? title : `${title}. ${text}`
}
