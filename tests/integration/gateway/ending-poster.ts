import { Poster as DeployedPoster } from "#worker/gateway/poster/poster.ts";

/** The deployed poster, which a test can end. */
export class Poster extends DeployedPoster {
  end(): void {
    this.ctx.abort("ended");
  }
}
