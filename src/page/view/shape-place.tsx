import type { ReportFinding } from '../../report/report.js'
import type { ShapeExcerpt } from '../data/shape-excerpt.js'
import { useSpeech } from '../live/speech.js'
import { ComparedTable } from './comparison.js'

/** The place where a body or a query differs from its shape, with the lines around it, seen and expected side by side. */
export function ShapePlace({ excerpt, finding }: { excerpt: ShapeExcerpt; finding: ReportFinding }) {
  const { say } = useSpeech()
  const { path = '', places } = finding.values
  const others = typeof places === 'number' ? places - 1 : 0
  const caption = say(`shape/${excerpt.of}`, { path, line: excerpt.line })
  return (
    <ComparedTable
      caption={others > 0 ? `${caption} ${say('shape/others', { others })}` : caption}
      actual={say('shape/seen')}
      correct={say('shape/expected')}
      lines={excerpt.lines}
    />
  )
}
