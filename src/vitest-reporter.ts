export { default } from './app/library/reporter.js'
