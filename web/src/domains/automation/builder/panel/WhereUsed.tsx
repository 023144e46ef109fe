import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../data/paths.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { useBuilder } from '../model/builder-context.ts'
import { playbookUsesQuery } from '../model/builder.queries.ts'
import { isStored } from '../model/useDraft.ts'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'

export function WhereUsed() {
  const { t } = useTranslation('panel')
  const scope = useTenantScope()
  const { playbook } = useBuilder()
  const query = useQuery({ ...playbookUsesQuery(scope.tenantId, playbook.id), enabled: isStored(playbook) })
  if (!isStored(playbook)) return null
  return (
    <Section title={t('uses.title')}>
      {query.isError && <p className={classes.fault}>{t('uses.failed')}</p>}
      {query.data?.length === 0 && <p className={classes.note}>{t('uses.none')}</p>}
      {query.data !== undefined && query.data.length > 0 && (
        <ul className={classes.uses} aria-label={t('uses.title')}>
          {query.data.map((use) => (
            <li key={use.playbookId}>
              <Link to={paths.playbook(scope, use.playbookId)} className={classes.link}>
                {use.title}
              </Link>{' '}
              <span className={classes.note}>
                {use.steps.join(', ')} ({t(use.inPublished ? 'uses.published' : 'uses.draft')})
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
