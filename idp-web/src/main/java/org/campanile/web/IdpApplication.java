package org.campanile.web;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The server. Started by the commands of {@link Campanile}. */
@SpringBootApplication
public class IdpApplication {

}
