/** Joins the German translations of every area. */
import core from './de/core.json' with { type: 'json' };
import engine from './de/engine.json' with { type: 'json' };
import log from './de/log.json' with { type: 'json' };
import pages from './de/pages.json' with { type: 'json' };
import problems from './de/problems.json' with { type: 'json' };
import service from './de/service.json' with { type: 'json' };
import settings from './de/settings.json' with { type: 'json' };
import shared from './de/shared.json' with { type: 'json' };
import show from './de/show.json' with { type: 'json' };
import words from './de/words.json' with { type: 'json' };

export const translations = {
  ...core,
  ...engine,
  ...log,
  ...pages,
  ...problems,
  ...service,
  ...settings,
  ...shared,
  ...show,
  ...words,
};
