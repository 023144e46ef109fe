import { fileURLToPath } from 'node:url'
import { actionPlan } from './action.ts'
import { connectorPlan } from './connector.ts'
import { pagePlan } from './page.ts'
import { writeDomain, writePlan, type Written } from './write.ts'

const USAGE = `npm run scaffold -- domain NAME [THING]         for example: domain reporting report
npm run scaffold -- connector KEY "TITLE"      for example: connector zendesk "Zendesk"
npm run scaffold -- action GROUP.VERB "TITLE"  for example: action record.archive "Archive a record"
npm run scaffold -- page DOMAIN NAME           for example: page records tags`

const root = fileURLToPath(new URL('../..', import.meta.url))
const [kind, name, more] = process.argv.slice(2)

function write(): Written {
  if (name === undefined) return { wrong: USAGE }
  if (kind === 'domain') return writeDomain(root, name, more ?? name)
  if (more === undefined) return { wrong: USAGE }
  if (kind === 'connector') return writePlan(root, connectorPlan(name, more))
  if (kind === 'action') return writePlan(root, actionPlan(name, more))
  return kind === 'page' ? writePlan(root, pagePlan(name, more)) : { wrong: USAGE }
}

const written = write()
if ('wrong' in written) {
  console.error(written.wrong)
  process.exit(1)
}
console.log(`${written.files.join('\n')}\n\nNext:\n  ${written.next.join('\n  ')}`)
