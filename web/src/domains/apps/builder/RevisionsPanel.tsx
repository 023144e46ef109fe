import type { AppRevision } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { DockPanel } from '../../../ui/admin/DockPanel.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './Panels.module.css'
import { draftOf } from '../draft/app-draft.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'

/** The published revisions with their author, date, and changes, and a way to restore them. */
export function RevisionsPanel({ edited, onClose }: { edited: EditedApp; onClose: () => void }) {
  const { t } = useTranslation('apps')
  const { base, source } = edited
  const query = useInfiniteQuery(source.revisions)
  const restore = useMutation({
    mutationFn: (revision: number) => source.revision(revision),
    onSuccess: (old) => {
      edited.edit(draftOf(old))
      toast({
        kind: 'info',
        title: t('revisions.restored', { revision: old.revision, context: source.kind }),
      })
    },
  })
  const failure = query.error ?? restore.error
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <DockPanel title={t('revisions.title', { context: source.kind })} subtitle={base.name} onClose={onClose}>
      {failure !== null && (
        <ErrorSummary message={`${t('revisions.failed')}. ${describeError(failure).text}`} />
      )}
      <ol className={classes.revisions}>
        {items.map((item) => (
          <Revision
            key={item.revision}
            item={item}
            kind={source.kind}
            isCurrent={item.revision === base.revision}
            onRestore={() => restore.mutate(item.revision)}
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('revisions.more')}
        </Button>
      )}
    </DockPanel>
  )
}

interface RevisionProps {
  item: AppRevision
  kind: 'app' | 'applet'
  isCurrent: boolean
  onRestore: () => void
}

function Revision({ item, kind, isCurrent, onRestore }: RevisionProps) {
  const { t } = useTranslation('apps')
  const { revision, at, by, changes } = item
  return (
    <li className={classes.revision}>
      <div className={classes.revisionHead}>
        <strong className={classes.revisionName}>{t('apps.revision', { revision, context: kind })}</strong>
        {isCurrent ? (
          <span className={classes.quiet}>{t('revisions.current')}</span>
        ) : (
          <Button size="compact-xs" variant="subtle" onClick={onRestore}>
            {t('revisions.restore', { context: kind })}
          </Button>
        )}
      </div>
      <p className={classes.quiet}>
        <DateTime at={at} /> · {by.name}
      </p>
      {changes.length === 0 ? (
        <p className={classes.quiet}>{t('revisions.first', { context: kind })}</p>
      ) : (
        <details>
          <summary className={classes.summary}>{t('revisions.changes', { count: changes.length })}</summary>
          <dl className={classes.diff}>
            {changes.map((change) => (
              <div key={change.place}>
                <dt>{change.place}</dt>
                <dd>
                  <del>{short(change.from, t('revisions.empty'))}</del>{' '}
                  <ins>{short(change.to, t('revisions.empty'))}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  )
}

function short(value: JsonValue, empty: string): string {
  if (value === null) return empty
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
