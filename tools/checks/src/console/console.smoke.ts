// Each declares its cases; all of them share one product, and none depends on what another has left.
import './cases/pages.ts';
import './cases/session.ts';
import './cases/live.ts';
import './cases/away.ts';
import './cases/artifacts.ts';
import './cases/editing.ts';
import './cases/process.ts';
import './cases/documents.ts';
import './cases/signals.ts';
import './cases/interviews.ts';
import './cases/agents.ts';
import './cases/tools.ts';
import './cases/members.ts';
import './cases/project.ts';
import './cases/hostile.ts';
import './cases/lists.ts';
import './cases/told.ts';
