import { fileURLToPath } from 'node:url'
import { checkArrows } from './check.ts'

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))
const report = checkArrows(root)
for (const fault of report.faults) console.log(`${fault.at}  ${fault.rule}: ${fault.text}`)
console.log(`${report.modules} modules, ${report.edges} imports, ${report.faults.length} faults`)
process.exitCode = report.faults.length > 0 ? 1 : 0
