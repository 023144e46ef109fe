import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { TimeAgo } from '../../../ui/Times.tsx'
import classes from './People.module.css'
import { peopleEn } from './people.en.ts'
import { runQuestionsQuery } from '../shared/people.queries.ts'

addTexts('people', peopleEn)

/** For a waiting step: recipients, start time, and a link to the request. Renders nothing for other waits. */
export function WaitingFor({ runId, path }: { runId: string; path: string }) {
  const { t } = useTranslation('people')
  const scope = useTenantScope()
  const query = useQuery(runQuestionsQuery(scope.tenantId, runId))
  const one = query.data?.find((each) => each.path === path)
  if (one === undefined) return null
  const people = one.asked.length === 0 ? t('waiting.outsiders') : one.asked.join(', ')
  return (
    <div className={classes.waiting}>
      <span>
        {t('waiting.asked', { people })} {t('waiting.since')} <TimeAgo at={one.openedAt} />
      </span>
      <Link className={classes.link} to={paths.question(scope, one.id)}>
        {t('waiting.open')}
      </Link>
    </div>
  )
}
