import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../../data/describe-error.ts'
import { paths } from '../../../../data/paths.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { useBuilder } from '../builder-context.ts'
import { glimpse } from '../expression/shape.ts'
import classes from '../panel/Panel.module.css'
import { Section } from '../panel/PanelShell.tsx'
import { replay } from './test.queries.ts'

const LAST = 10

/** What the last runs would have done with the draft, without doing anything. */
export function Replay() {
  const { t } = useTranslation('panel')
  const { document, playbook, issues } = useBuilder()
  const scope = useTenantScope()
  const look = useMutation({
    mutationFn: () => replay({ tenantId: scope.tenantId, playbookId: playbook.id }, document, LAST),
  })
  return (
    <Section title={t('replay.title')}>
      <p className={classes.note}>{t('replay.help', { count: LAST })}</p>
      <div className={classes.buttons}>
        <Button disabled={issues.length > 0} loading={look.isPending} onClick={() => look.mutate()}>
          {t('replay.start', { count: LAST })}
        </Button>
      </div>
      {look.isError && <p className={classes.fault}>{describeError(look.error).text}</p>}
      {look.data?.items.length === 0 && <p className={classes.note}>{t('replay.none')}</p>}
      {look.data !== undefined && look.data.items.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('replay.run')}</th>
              <th scope="col">{t('replay.before')}</th>
              <th scope="col">{t('replay.draft')}</th>
            </tr>
          </thead>
          <tbody>
            {look.data.items.map(({ run, draft, same, differences }) => (
              <tr key={run.id}>
                <th scope="row">
                  <Link to={paths.run(scope, run.id)}>{run.number}</Link>
                </th>
                <td>{run.state}</td>
                <td>
                  {same ? t('replay.same') : draft.state}
                  {draft.error !== null && <p className={classes.fault}>{draft.error.message}</p>}
                  {differences.slice(0, 5).map((one, at) => (
                    <p key={at} className={classes.note}>
                      <code className={classes.code}>{one.path}</code> {t(`replay.what.${one.what}`)}{' '}
                      {one.what === 'input' || one.what === 'output' || one.what === 'state'
                        ? `${glimpse(one.before)} → ${glimpse(one.draft)}`
                        : ''}
                    </p>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
