import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { Button, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { PageLoading } from '../../../ui/frame/PageLoading.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { useFileOpen } from '../files/FileOpen.tsx'
import { filesEn } from '../files/files.en.ts'
import { recordFilesQuery } from '../files/files.queries.ts'
import { mailFiles } from './mail-files.ts'
import { mailEn } from './mail.en.ts'
import { mailQuery } from './mail.queries.ts'
import classes from './Mail.module.css'
import { MailAside } from './MailAside.tsx'
import { MailAuthentication } from './MailAuthentication.tsx'
import { MailBody } from './MailBody.tsx'
import { MailFacts } from './MailFacts.tsx'

addTexts('mail', mailEn)
addTexts('files', filesEn)

/** The emails among the files of a record, one at a time. */
export function RecordMail({ app, record }: { app: AppView; record: RecordView }) {
  const { t } = useTranslation('mail')
  const { tenantId } = useTenantScope()
  const place = { tenantId, appId: app.id, recordId: record.id }
  const files = useQuery(recordFilesQuery(place))
  const opening = useFileOpen(place)
  const [chosen, setChosen] = useState<string | null>(null)
  const mails = mailFiles(files.data?.items ?? [])
  const shown = mails.find(({ id }) => id === chosen) ?? mails[0]
  if (files.isError && files.data === undefined)
    return (
      <StateCard
        title={t('failed')}
        error={describeError(files.error)}
        onRetry={() => void files.refetch()}
      />
    )
  if (shown === undefined) return <PageLoading kind="record" />
  return (
    <div className={classes.wrap}>
      <div className={classes.bar}>
        {mails.length > 1 ? (
          <Select
            aria-label={t('which')}
            className={classes.which}
            data={mails.map(({ id, name }) => ({ value: id, label: name }))}
            value={shown.id}
            allowDeselect={false}
            onChange={setChosen}
          />
        ) : (
          <span className={classes.quiet}>
            <bdi>{shown.name}</bdi>
          </span>
        )}
        <Button
          leftSection={<IconDownload size={14} stroke={1.7} aria-hidden />}
          onClick={() => opening.download(shown)}
        >
          {t('download')}
        </Button>
      </div>
      <OpenMail key={shown.id} app={app} record={record} fileId={shown.id} />
    </div>
  )
}

function OpenMail({ app, record, fileId }: { app: AppView; record: RecordView; fileId: string }) {
  const { t } = useTranslation('mail')
  const { tenantId } = useTenantScope()
  const query = useQuery(mailQuery({ tenantId, appId: app.id, recordId: record.id }, fileId))
  if (query.data === undefined)
    return query.isError ? (
      <StateCard
        title={t('failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <PageLoading kind="record" />
    )
  const mail = query.data
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        {mail.notices.map((notice) => (
          <p key={notice} className={classes.notice} role="note">
            {t(`notices.${notice}`)}
          </p>
        ))}
        <MailFacts mail={mail} />
        <MailAuthentication found={mail.authentication} />
        <MailBody mail={mail} />
      </div>
      <MailAside mail={mail} app={app} record={record} />
    </div>
  )
}
