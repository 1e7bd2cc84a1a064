import { SESSION_STORAGE_KEY } from "#app/lib/auth/stored-session.ts";
import { localStore } from "#app/lib/local-store.ts";
import { LANGUAGES, type Language } from "./topics.ts";

const LANGUAGE_STORAGE_KEY = "latchkey-docs-language";

export const languageFrom = (stored: string | null): Language =>
  LANGUAGES.find((language) => language === stored) ?? LANGUAGES[0];

export const useLanguage = localStore(LANGUAGE_STORAGE_KEY, languageFrom);

/**
 * The server sends the same page to everybody. This runs before the first paint and sets the reader's state and
 * language on its parent element, so that nothing changes when React takes over.
 */
export const PAGE_SCRIPT = `(function(){var d=document.currentScript.parentElement.dataset,s=null,l=null;
try{s=localStorage.getItem(${JSON.stringify(SESSION_STORAGE_KEY)});l=localStorage.getItem(${JSON.stringify(LANGUAGE_STORAGE_KEY)})}catch(e){}
d.reader=s?"in":"out";if(${JSON.stringify(LANGUAGES)}.indexOf(l)>=0)d.language=l})()`;
