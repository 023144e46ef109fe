import { Anchor } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from '../model/Apps.module.css'
import { deleteApplet, forgetLinks, usesQuery } from '../model/applets.queries.ts'

interface DeleteAppletDialogProps {
  applet: { id: string; name: string }
  onDone: () => void
  onClose: () => void
}

/** An applet that apps link isn't deleted: the dialog names them instead. */
export function DeleteAppletDialog({ applet, onDone, onClose }: DeleteAppletDialogProps) {
  const { t } = useTranslation('applets')
  const scope = useTenantScope()
  const client = useQueryClient()
  const { id, name } = applet
  const query = useQuery({ ...usesQuery(scope.tenantId, id), staleTime: 0 })
  const uses = query.data
  if (uses === undefined)
    return query.isError ? (
      <Dialog onClose={onClose} title={t('delete.title', { name })} size={440}>
        <ErrorSummary message={describeError(query.error).text} />
      </Dialog>
    ) : null
  if (uses.items.length + uses.others > 0)
    return (
      <Dialog onClose={onClose} title={t('delete.linkedTitle', { name })} size={440}>
        <p>{t('delete.linked')}</p>
        <ul className={classes.dependents}>
          {uses.items.map(({ app, link }) => (
            <li key={`${app.id}.${link.prefix}`}>
              <Anchor inherit component={Link} to={paths.appBuilder(scope, app.id)}>
                {app.name}
              </Anchor>{' '}
              {t('delete.as', { prefix: link.prefix })}
            </li>
          ))}
          {uses.others > 0 && <li>{t('delete.others', { count: uses.others })}</li>}
        </ul>
      </Dialog>
    )
  return (
    <ConfirmDialog
      danger
      title={t('delete.title', { name })}
      text={t('delete.text')}
      confirm={t('delete.action')}
      run={() => deleteApplet(scope.tenantId, id)}
      onDone={() => {
        toast({ kind: 'success', title: t('delete.done', { name }) })
        void forgetLinks(client, scope.tenantId, id)
        onDone()
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}
