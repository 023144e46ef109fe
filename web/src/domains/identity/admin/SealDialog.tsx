import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { adminKeys } from '../../../data/account-admin.ts'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import { formatCount } from '../../../ui/time.ts'
import { checkSeals } from './records.queries.ts'

export function SealDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const query = useQuery({
    queryKey: adminKeys.list(accountId, 'audit', 'seals'),
    queryFn: () => checkSeals(accountId),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const failure = query.isError ? describeError(query.error) : null
  return (
    <Dialog onClose={onClose} title={t('audit.checkTitle')} size={480}>
      <div className={classes.dialog} aria-live="polite">
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        {query.isPending && (
          <p className={classes.row}>
            <Loader size={14} /> {t('audit.checking')}
          </p>
        )}
        {query.data !== undefined && <SealResult result={query.data} />}
        <footer className={classes.dialogEnd}>
          <Button variant="filled" onClick={onClose} data-autofocus>
            {t('audit.done')}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}

function SealResult({ result }: { result: Awaited<ReturnType<typeof checkSeals>> }) {
  const { t } = useTranslation('admin')
  const { days, entries, faults, unsealed } = result
  return (
    <>
      {faults.length === 0 ? (
        <div className={classes.dialogText}>
          <State state="done">
            {days === 0
              ? t('audit.checkNone')
              : t('audit.checkGood', { count: days, entries: formatCount(entries) })}
          </State>
        </div>
      ) : (
        <ErrorSummary
          message={t('audit.checkBad', { count: faults.length })}
          faults={faults.map(({ day, reason }) => ({ label: day, text: t(`audit.faults.${reason}`) }))}
        />
      )}
      <p className={classes.quiet}>{t('audit.unsealed', { count: unsealed })}</p>
    </>
  )
}
